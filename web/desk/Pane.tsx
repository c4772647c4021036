import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

interface PaneProps {
  /** Below lg there is room for one pane; above, this has no effect. */
  isShown: boolean
  children: ReactNode
}

export function Pane({ isShown, children }: PaneProps) {
  return (
    <Box
      sx={{
        minWidth: 0,
        minHeight: 0,
        display: { xs: isShown ? 'flex' : 'none', lg: 'flex' },
        flexDirection: 'column',
      }}
    >
      {children}
    </Box>
  )
}
