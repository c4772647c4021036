import Button from '@mui/material/Button'
import DialogContentText from '@mui/material/DialogContentText'
import { AlertDialog } from '#web/components/notices/AlertDialog.tsx'

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
  const status = isClosed ? 'closed' : 'on hold'
  return (
    <AlertDialog
      open={open}
      title={`Reopen ${enquiryId}?`}
      actions={
        <>
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
        </>
      }
      onClosed={onClosed}
    >
      <DialogContentText>
        This enquiry is {status}. Your comment goes out as the customer and reopens it. A reply as support leaves it{' '}
        {status}.
      </DialogContentText>
    </AlertDialog>
  )
}
