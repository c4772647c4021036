import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId, type ReactNode } from 'react'

interface AlertDialogProps {
  open: boolean
  title: string
  /** The text, which screen readers read with the title. */
  children: ReactNode
  /** Buttons. The least destructive one has the focus (WAI-ARIA APG, alert dialog pattern). */
  actions: ReactNode
  onClosed: () => void
}

/** Asks before something is lost or changed. */
export function AlertDialog({ open, title, children, actions, onClosed }: AlertDialogProps) {
  const id = useId()
  return (
    <Dialog
      open={open}
      fullWidth
      maxWidth="xs"
      role="alertdialog"
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
      onClose={onClosed}
    >
      <DialogTitle id={`${id}title`}>{title}</DialogTitle>
      <DialogContent id={`${id}text`}>{children}</DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap' }}>{actions}</DialogActions>
    </Dialog>
  )
}
