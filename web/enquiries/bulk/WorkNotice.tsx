import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

interface WorkNoticeProps {
  label: string
  text: string
  isRunning: boolean
  /** Progress from 0 to 1; undefined if unknown. */
  share?: number
  /** Buttons. */
  children: ReactNode
}

/** Shows the progress and the outcome of work that runs in the background. */
export function WorkNotice({ label, text, isRunning, share, children }: WorkNoticeProps) {
  return (
    <Card component="section" aria-label={label} sx={{ mb: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, px: 2.5, py: 1 }}>
        <Typography
          component="p"
          variant="body2"
          // Screen readers announce the outcome only; the progress bar covers the rest.
          role={isRunning ? undefined : 'status'}
          sx={{ flexGrow: 1, minWidth: 0, fontVariantNumeric: 'tabular-nums' }}
        >
          {text}
        </Typography>
        {children}
      </Box>
      {isRunning && (
        <LinearProgress
          aria-label={text}
          variant={share === undefined ? 'indeterminate' : 'determinate'}
          value={share === undefined ? undefined : Math.round(share * 100)}
        />
      )}
    </Card>
  )
}
