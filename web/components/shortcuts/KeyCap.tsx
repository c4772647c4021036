import Box from '@mui/material/Box'
import { listSizes } from '#web/theme/listSizes.ts'

interface KeyCapProps {
  /** The `key` of its keyboard event. */
  name: string
}

const labels: Record<string, string> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  '-': '−',
}

/** A key, drawn as on a keyboard. */
export function KeyCap({ name }: KeyCapProps) {
  return (
    <Box
      component="kbd"
      sx={{
        display: 'inline-grid',
        placeItems: 'center',
        minWidth: listSizes.target,
        height: listSizes.target,
        px: 0.75,
        border: 1,
        borderBottomWidth: 2,
        borderColor: 'divider',
        borderRadius: 0.75,
        bgcolor: 'background.neutral',
        color: 'text.secondary',
        typography: 'caption',
        fontWeight: 600,
      }}
    >
      {labels[name] ?? (name.length === 1 ? name.toUpperCase() : name)}
    </Box>
  )
}
