import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import LinearProgress from '@mui/material/LinearProgress'
import type { Theme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

/** The look of a card that floats above the list. */
export const floatingLook = ({ vars }: Theme) => ({
  border: `1px solid ${vars!.palette.control}`,
  boxShadow: vars!.customShadows.dropdown,
})

interface WorkNoticeProps {
  label: string
  text: string
  isRunning: boolean
  /** Progress from 0 to 1; undefined if unknown. */
  share?: number
  /** Floats above the list. */
  isFloating?: boolean
  /** Buttons. */
  children: ReactNode
}

/** Shows the progress and the outcome of work that runs in the background. */
export function WorkNotice({ label, text, isRunning, share, isFloating = false, children }: WorkNoticeProps) {
  return (
    <Card component="section" aria-label={label} sx={isFloating ? floatingLook : { mb: 2 }}>
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
