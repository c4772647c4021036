import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import DialogContentText from '@mui/material/DialogContentText'
import { toFailure } from '#web/api/toFailure.ts'
import { AlertDialog } from '#web/components/notices/AlertDialog.tsx'
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
        <>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- WAI-ARIA APG, dialog pattern: the focus starts at the least destructive action */}
          <Button color="inherit" autoFocus onClick={onClosed}>
            Cancel
          </Button>
          <Button variant="contained" color="error" loading={isLoading} onClick={() => void confirm()}>
            Delete email
          </Button>
        </>
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
