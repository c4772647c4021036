import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { AlertDialog } from '#web/components/notices/AlertDialog.tsx'

interface LogOutDialogProps {
  open: boolean
  /** The lines that describe what would be discarded. */
  unsent: string[]
  onStayed: () => void
  onLoggedOut: () => void
}

/** Logging out removes everything from this device, including unsent work. */
export function LogOutDialog({ open, unsent, onStayed, onLoggedOut }: LogOutDialogProps) {
  if (!open) return null
  return (
    <AlertDialog
      open
      title="Log out and discard unsent work?"
      actions={
        <>
          <Button color="error" onClick={onLoggedOut}>
            Log out and discard
          </Button>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog takes the focus; the safe choice comes first */}
          <Button variant="contained" autoFocus onClick={onStayed}>
            Stay
          </Button>
        </>
      }
      onClosed={onStayed}
    >
      <Typography sx={{ color: 'text.secondary' }}>Logging out deletes this from your device:</Typography>
      <Box component="ul" sx={{ my: 1, paddingInlineStart: 3 }}>
        {unsent.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </Box>
    </AlertDialog>
  )
}
