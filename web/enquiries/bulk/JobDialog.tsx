import Button from '@mui/material/Button'
import Dialog, { type DialogProps } from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'

interface JobDialogProps extends Pick<DialogProps, 'open' | 'maxWidth' | 'children'> {
  title: string
  onClosed: () => void
}

/** Something to be read of changes of many. */
export function JobDialog({ open, title, maxWidth, children, onClosed }: JobDialogProps) {
  const titleId = useId()
  return (
    <Dialog open={open} onClose={onClosed} fullWidth maxWidth={maxWidth} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent tabIndex={0}>{children}</DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClosed}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  )
}
