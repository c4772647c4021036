import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { KeyCap } from './KeyCap.tsx'
import { controlKey, setShortcutsOn, shortcuts, useAreShortcutsOn, type ShortcutName } from './shortcuts.ts'
import { shortcutTexts } from './shortcutTexts.ts'

interface ShortcutsDialogProps {
  open: boolean
  onClosed: () => void
}

const all = (Object.keys(shortcutTexts) as ShortcutName[]).map((name) => ({
  ...shortcuts[name],
  ...shortcutTexts[name],
}))
const places = [...new Set(all.map(({ place }) => place))]

/** Lists the shortcuts, with a switch to turn them off. */
export function ShortcutsDialog({ open, onClosed }: ShortcutsDialogProps) {
  const isOn = useAreShortcutsOn()
  const title = useId()
  return (
    <Dialog open={open} onClose={onClosed} aria-labelledby={title} fullWidth maxWidth="xs">
      <DialogTitle id={title}>Keyboard shortcuts</DialogTitle>
      <DialogContent tabIndex={0} sx={{ display: 'grid', gap: 2.5 }}>
        {places.map((place) => (
          <ShortcutSection key={place} place={place} />
        ))}
      </DialogContent>
      <DialogActions sx={{ justifyContent: 'space-between' }}>
        <FormControlLabel
          label="Use keyboard shortcuts"
          control={<Switch checked={isOn} onChange={(_event, checked) => setShortcutsOn(checked)} />}
        />
        <Button color="inherit" variant="outlined" onClick={onClosed}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface ShortcutSectionProps {
  place: string
}

function ShortcutSection({ place }: ShortcutSectionProps) {
  return (
    <section>
      <Typography variant="subtitle2" component="h3" sx={{ mb: 0.5 }}>
        {place}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {all
          .filter((shortcut) => shortcut.place === place)
          .map((shortcut) => (
            <Box
              key={shortcut.label}
              component="li"
              sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center', gap: 2, py: 0.75 }}
            >
              <Typography variant="body2" component="span" sx={{ color: 'text.secondary' }}>
                {shortcut.label}
              </Typography>
              <Box component="span" sx={{ display: 'inline-flex', gap: 0.5 }}>
                {'isWithControl' in shortcut && <KeyCap name={controlKey()} />}
                {'isWithShift' in shortcut && <KeyCap name="Shift" />}
                <KeyCap name={shortcut.key} />
              </Box>
            </Box>
          ))}
      </Box>
    </section>
  )
}
