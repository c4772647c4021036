import Box from '@mui/material/Box'
import DialogContentText from '@mui/material/DialogContentText'
import { AlertDialog } from '#web/components/notices/AlertDialog.tsx'
import { DestructiveActions } from '#web/components/notices/DestructiveActions.tsx'
import { RetryAlert } from '#web/components/notices/RetryAlert.tsx'
import { useDeleteHeldMailMutation } from './heldMailApi.ts'

interface DeleteMailDialogProps {
  /** Of the held email. */
  id: string
  onClosed: () => void
}

export function DeleteMailDialog({ id, onClosed }: DeleteMailDialogProps) {
  const [remove, { isLoading, error }] = useDeleteHeldMailMutation()
  const confirm = async () => {
    const { error: failure } = await remove(id)
    if (!failure) onClosed()
  }
  return (
    <AlertDialog
      open
      title="Delete this email?"
      actions={
        <DestructiveActions
          label="Delete email"
          isLoading={isLoading}
          onConfirmed={() => void confirm()}
          onCancelled={onClosed}
        />
      }
      onClosed={onClosed}
    >
      <DialogContentText>Nobody can read it here afterwards. You cannot undo this.</DialogContentText>
      {error && (
        <Box sx={{ mt: 2 }}>
          <RetryAlert message="Not deleted" onRetry={() => void confirm()} />
        </Box>
      )}
    </AlertDialog>
  )
}
