import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'

interface ReopenDialogProps {
  open: boolean
  /** The number of the enquiry. */
  enquiryId: string
  /** Otherwise it is on hold. */
  isClosed: boolean
  onClosed: () => void
  onConfirmed: () => void
  onReplied: () => void
}

/** Confirms that a comment may reopen an enquiry that is closed or on hold. */
export function ReopenDialog({ open, enquiryId, isClosed, onClosed, onConfirmed, onReplied }: ReopenDialogProps) {
  const id = useId()
  const status = isClosed ? 'closed' : 'on hold'
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
      <DialogTitle id={`${id}title`}>Reopen {enquiryId}?</DialogTitle>
      <DialogContent>
        <DialogContentText id={`${id}text`}>
          This enquiry is {status}. Your comment goes out as the customer and reopens it. A reply as support leaves it{' '}
          {status}.
        </DialogContentText>
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap' }}>
        <Button color="inherit" onClick={onClosed}>
          Cancel
        </Button>
        <Button color="inherit" onClick={onConfirmed}>
          Send and reopen
        </Button>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- WAI-ARIA APG, dialog pattern: the focus starts at the least destructive action */}
        <Button variant="contained" autoFocus onClick={onReplied}>
          Reply as support
        </Button>
      </DialogActions>
    </Dialog>
  )
}
