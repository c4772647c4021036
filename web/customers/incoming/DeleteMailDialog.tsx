import Alert from '@mui/material/Alert'
import DialogContentText from '@mui/material/DialogContentText'
import { toFailure } from '#web/api/toFailure.ts'
import { AlertDialog } from '#web/components/notices/AlertDialog.tsx'
import { DestructiveActions } from '#web/components/notices/DestructiveActions.tsx'
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
        <Alert severity="error" sx={{ mt: 2 }}>
          {toFailure(error).message}
        </Alert>
      )}
    </AlertDialog>
  )
}
