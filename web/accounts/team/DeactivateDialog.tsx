import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'

interface DeactivateDialogProps {
  open: boolean
  name: string
  onClosed: () => void
  onConfirmed: () => void
}

export function DeactivateDialog({ open, name, onClosed, onConfirmed }: DeactivateDialogProps) {
  const id = useId()
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
      <DialogTitle id={`${id}title`}>Deactivate {name}?</DialogTitle>
      <DialogContent>
        <DialogContentText id={`${id}text`}>
          They are signed out everywhere immediately and can no longer sign in. Their open enquiries become unassigned,
          and the invitations they sent stop working. Their name and everything they wrote stay, and you can reactivate
          them at any time.
        </DialogContentText>
      </DialogContent>
      <DialogActions>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- WAI-ARIA APG, dialog pattern: the focus starts at the least destructive action */}
        <Button color="inherit" autoFocus onClick={onClosed}>
          Cancel
        </Button>
        <Button variant="contained" color="error" onClick={onConfirmed}>
          Deactivate
        </Button>
      </DialogActions>
    </Dialog>
  )
}
