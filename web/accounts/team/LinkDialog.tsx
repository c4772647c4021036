import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { useId, type ReactNode } from 'react'
import { CopyLink } from './CopyLink.tsx'

interface LinkDialogProps {
  open: boolean
  title: string
  /** Undefined while the link is not known. */
  link: { label: string; path: string } | undefined
  /** For whom the link is, and how long it works. */
  children: ReactNode
  onClosed: () => void
}

/** Shows a link that the person passes on. */
export function LinkDialog({ open, title, link, children, onClosed }: LinkDialogProps) {
  const id = useId()
  return (
    <Dialog open={open} fullWidth maxWidth="sm" aria-labelledby={id} onClose={onClosed}>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 3 }}>
        <DialogContentText>{children}</DialogContentText>
        {link && <CopyLink label={link.label} path={link.path} />}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClosed}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  )
}
