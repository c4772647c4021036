import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'

interface LeaveDialogProps {
  isOpen: boolean
  /** Whether this device keeps the input for later. */
  isKept: boolean
  onStayed: () => void
  onLeft: () => void
  /** Left, and the input is not wanted any more. */
  onDiscarded?: () => void
}

/** Asked before input is left behind; whoever presses a key without reading stays. */
export function LeaveDialog({ isOpen, isKept, onStayed, onLeft, onDiscarded }: LeaveDialogProps) {
  const id = useId()
  return (
    <Dialog
      open={isOpen}
      fullWidth
      maxWidth="xs"
      role="alertdialog"
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
      onClose={onStayed}
    >
      <DialogTitle id={`${id}title`}>Leave without saving?</DialogTitle>
      <DialogContent>
        <DialogContentText id={`${id}text`}>
          {isKept
            ? 'What you entered has not been sent. This device keeps it, and shows it when you come back.'
            : 'What you entered on this page will be lost.'}
        </DialogContentText>
      </DialogContent>
      <DialogActions>
        {isKept && (
          <Button color="error" onClick={onDiscarded}>
            Discard
          </Button>
        )}
        <Button color="inherit" onClick={onLeft}>
          Leave
        </Button>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog takes the focus; the safe answer is the one to begin at */}
        <Button variant="contained" autoFocus onClick={onStayed}>
          Stay
        </Button>
      </DialogActions>
    </Dialog>
  )
}
