import Box from '@mui/material/Box'
import type { Advice } from '#contract/operator.ts'
import { Icon } from '#web/components/icons/Icon.tsx'

interface LevelIconProps {
  level: Advice['next'][number]['level']
}

/** Beside a text that says the same. */
export function LevelIcon({ level }: LevelIconProps) {
  const isProblem = level === 'problem'
  return (
    <Box
      sx={(theme) => ({
        flexShrink: 0,
        display: 'inline-flex',
        color: isProblem ? 'error.main' : 'warning.dark',
        ...theme.applyStyles('dark', { color: isProblem ? 'error.main' : 'warning.light' }),
      })}
    >
      <Icon name={isProblem ? 'circle-alert' : 'triangle-alert'} />
    </Box>
  )
}
