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
  /** The lines that describe what would be discarded. */
  unsent: string[]
  onStayed: () => void
  onLoggedOut: () => void
}

/** Logging out removes everything from this device, including unsent work. */
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
      <DialogTitle id={`${id}title`}>Log out and discard unsent work?</DialogTitle>
      <DialogContent id={`${id}text`}>
        <Typography sx={{ color: 'text.secondary' }}>Logging out deletes this from your device:</Typography>
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
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog takes the focus; the safe choice comes first */}
        <Button variant="contained" autoFocus onClick={onStayed}>
          Stay
        </Button>
      </DialogActions>
    </Dialog>
  )
}
