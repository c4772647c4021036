import DialogContentText from '@mui/material/DialogContentText'
import { AlertDialog } from '#web/components/notices/AlertDialog.tsx'
import { DestructiveActions } from '#web/components/notices/DestructiveActions.tsx'

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
      actions={<DestructiveActions label="Deactivate" onConfirmed={onConfirmed} onCancelled={onClosed} />}
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
