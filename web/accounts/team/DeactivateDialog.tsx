import Button from '@mui/material/Button'
import DialogContentText from '@mui/material/DialogContentText'
import { AlertDialog } from '#web/components/notices/AlertDialog.tsx'

interface DeactivateDialogProps {
  open: boolean
  name: string
  onClosed: () => void
  onConfirmed: () => void
}

export function DeactivateDialog({ open, name, onClosed, onConfirmed }: DeactivateDialogProps) {
  return (
    <AlertDialog
      open={open}
      title={`Deactivate ${name}?`}
      actions={
        <>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- WAI-ARIA APG, dialog pattern: the focus starts at the least destructive action */}
          <Button color="inherit" autoFocus onClick={onClosed}>
            Cancel
          </Button>
          <Button variant="contained" color="error" onClick={onConfirmed}>
            Deactivate
          </Button>
        </>
      }
      onClosed={onClosed}
    >
      <DialogContentText>
        They are signed out everywhere immediately and can no longer sign in. Their open enquiries become unassigned,
        and the invitations they sent stop working. Their name and everything they wrote stay, and you can reactivate
        them at any time.
      </DialogContentText>
    </AlertDialog>
  )
}
