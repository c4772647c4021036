import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useId } from 'react'

interface LogOutDialogProps {
  open: boolean
  /** What would be lost. */
  unsent: string[]
  onStayed: () => void
  onLoggedOut: () => void
}

/** Logging out leaves nothing on this device: what has not been sent would be gone. */
export function LogOutDialog({ open, unsent, onStayed, onLoggedOut }: LogOutDialogProps) {
  const id = useId()
  if (!open) return null
  return (
    <Dialog
      open
      fullWidth
      maxWidth="xs"
      role="alertdialog"
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
      onClose={onStayed}
    >
      <DialogTitle id={`${id}title`}>Log out and lose what is not sent?</DialogTitle>
      <DialogContent id={`${id}text`}>
        <Typography sx={{ color: 'text.secondary' }}>Logging out removes from this device:</Typography>
        <Box component="ul" sx={{ my: 1, paddingInlineStart: 3 }}>
          {unsent.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </Box>
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap' }}>
        <Button color="error" onClick={onLoggedOut}>
          Log out and discard
        </Button>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog takes the focus; the safe answer is the one to begin at */}
        <Button variant="contained" autoFocus onClick={onStayed}>
          Stay
        </Button>
      </DialogActions>
    </Dialog>
  )
}
