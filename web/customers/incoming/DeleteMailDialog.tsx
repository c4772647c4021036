import Box from '@mui/material/Box'
import DialogContentText from '@mui/material/DialogContentText'
import { AlertDialog } from '#web/components/notices/AlertDialog.tsx'
import { DestructiveActions } from '#web/components/notices/DestructiveActions.tsx'
import { RetryAlert } from '#web/components/notices/RetryAlert.tsx'

interface DeleteMailDialogProps {
  isLoading: boolean
  hasFailed: boolean
  onConfirmed: () => void
  onClosed: () => void
}

/** Once the email is deleted, whatever shows it leaves the page, and this dialog with it. */
export function DeleteMailDialog({ isLoading, hasFailed, onConfirmed, onClosed }: DeleteMailDialogProps) {
  return (
    <AlertDialog
      open
      title="Delete this email?"
      actions={
        <DestructiveActions
          label="Delete email"
          isLoading={isLoading}
          onConfirmed={onConfirmed}
          onCancelled={onClosed}
        />
      }
      onClosed={onClosed}
    >
      <DialogContentText>Nobody can read it here afterwards. You cannot undo this.</DialogContentText>
      {hasFailed && (
        <Box sx={{ mt: 2 }}>
          <RetryAlert message="Not deleted" onRetry={onConfirmed} />
        </Box>
      )}
    </AlertDialog>
  )
}
