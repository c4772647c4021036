import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import { paths } from '#web/navigation/paths.ts'
import { CopyLink } from './CopyLink.tsx'

interface LinkDialogProps {
  open: boolean
  invitation: { email: string; invitation: string | null; isMailed?: boolean } | undefined
  onClosed: () => void
}

export function LinkDialog({ open, invitation, onClosed }: LinkDialogProps) {
  const id = useId()
  return (
    <Dialog open={open} fullWidth maxWidth="sm" aria-labelledby={id} onClose={onClosed}>
      <DialogTitle id={id}>Invitation for {invitation?.email}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 3 }}>
        <DialogContentText>
          {invitation?.isMailed
            ? 'The invitation is on its way by email. You can also share the link yourself. '
            : 'Share this link with the person you invite. '}
          It works once: the first person who uses it joins your company.
        </DialogContentText>
        {invitation?.invitation && (
          <CopyLink label="Invitation link" path={`${paths.register}?invitation=${invitation.invitation}`} />
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClosed}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  )
}
