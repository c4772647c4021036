import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

interface WorkNoticeProps {
  label: string
  text: string
  isRunning: boolean
  /** How far it is: 0 to 1; left out where nobody knows. */
  share?: number
  /** What can be done about it. */
  children: ReactNode
}

/** Something that goes on beside the list: how far it is, and how it came out. */
export function WorkNotice({ label, text, isRunning, share, children }: WorkNoticeProps) {
  return (
    <Card component="section" aria-label={label} sx={{ mb: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, px: 2.5, py: 1 }}>
        <Typography
          component="p"
          variant="body2"
          // While it goes on the bar tells how far; read out is how it ends.
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
