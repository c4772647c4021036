import AppBar from '@mui/material/AppBar'
import Box from '@mui/material/Box'
import type { Breakpoint } from '@mui/material/styles'
import Toolbar from '@mui/material/Toolbar'
import type { ReactNode } from 'react'
import { layers, sizes } from '#web/theme/sizes.ts'

interface HeaderProps {
  /** The header has its desktop height from this breakpoint on. */
  wideFrom: Breakpoint
  left?: ReactNode
  right?: ReactNode
}

export function Header({ wideFrom, left, right }: HeaderProps) {
  return (
    <AppBar position="sticky" color="transparent" sx={{ boxShadow: 'none', zIndex: layers.header }}>
      <Toolbar
        disableGutters
        sx={(theme) => ({
          gap: 1,
          px: { xs: 2, sm: 3, [wideFrom]: 5 },
          minHeight: { xs: sizes.header.mobile, [wideFrom]: sizes.header.desktop },
          height: { xs: sizes.header.mobile, [wideFrom]: sizes.header.desktop },
          backgroundColor: theme.alpha(theme.vars!.palette.background.default, 0.8),
          backdropFilter: `blur(${sizes.headerBlur}px)`,
          WebkitBackdropFilter: `blur(${sizes.headerBlur}px)`,
        })}
      >
        {left}
        <Box sx={{ flexGrow: 1 }} />
        {right}
      </Toolbar>
    </AppBar>
  )
}
