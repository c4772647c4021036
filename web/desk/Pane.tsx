import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

interface PaneProps {
  /** On a screen with room for one. */
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
