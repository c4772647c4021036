import Button from '@mui/material/Button'
import DialogContentText from '@mui/material/DialogContentText'
import { AlertDialog } from '#web/components/notices/AlertDialog.tsx'

interface LeaveDialogProps {
  isOpen: boolean
  /** Whether this device keeps the input for later. */
  isKept: boolean
  onStayed: () => void
  onLeft: () => void
  /** Called instead of `onLeft` to leave and delete the kept input. */
  onDiscarded?: () => void
}

/** Confirms leaving a page with unsaved input. The focus is on Stay, in case someone presses Enter without reading. */
export function LeaveDialog({ isOpen, isKept, onStayed, onLeft, onDiscarded }: LeaveDialogProps) {
  return (
    <AlertDialog
      open={isOpen}
      title="Leave without saving?"
      actions={
        <>
          {isKept && (
            <Button color="error" onClick={onDiscarded}>
              Discard
            </Button>
          )}
          <Button color="inherit" onClick={onLeft}>
            Leave
          </Button>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- WAI-ARIA APG, dialog pattern: the focus starts at the least destructive action */}
          <Button variant="contained" autoFocus onClick={onStayed}>
            Stay
          </Button>
        </>
      }
      onClosed={onStayed}
    >
      <DialogContentText>
        {isKept
          ? 'Your changes have not been saved. They are kept on this device and shown when you come back.'
          : 'Your changes on this page will be lost.'}
      </DialogContentText>
    </AlertDialog>
  )
}
