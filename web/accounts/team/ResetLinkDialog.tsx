import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import type { ResetLink } from '#contract/team.ts'
import { RelativeTime } from '#web/accounts/RelativeTime.tsx'
import { paths } from '#web/navigation/paths.ts'
import { CopyLink } from './CopyLink.tsx'

interface ResetLinkDialogProps {
  open: boolean
  /** The link, and the person it is for. */
  made: { name: string; link: ResetLink } | undefined
  onClosed: () => void
}

/** Shows a new reset link, once. */
export function ResetLinkDialog({ open, made, onClosed }: ResetLinkDialogProps) {
  const id = useId()
  if (!made) return null
  const { name, link } = made
  return (
    <Dialog open={open} fullWidth maxWidth="sm" aria-labelledby={id} onClose={onClosed}>
      <DialogTitle id={id}>Reset link for {name}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 3 }}>
        <DialogContentText>
          Send this link to {name}, and to no one else: with it they choose a new password, which signs them out
          everywhere. It works once, expires <RelativeTime value={link.expiresAt} />, and is not shown again.
        </DialogContentText>
        <CopyLink label="Reset link" path={`${paths.reset}?token=${link.token}`} />
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClosed}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  )
}
