import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { deskPanes, deskSizes } from '#web/theme/deskSizes.ts'
import { besideSidebar } from '#web/theme/sharedStyles.ts'

interface PaneProps {
  /** `rest` is all of the window beside the queue. */
  place: 'queue' | 'thread' | 'details' | 'rest'
  /** Whether the pane is shown where only some of them fit: one on a phone, or else the queue and another one. */
  isShown: boolean
  children: ReactNode
}

const rest = '1 / 2 / -1 / -1'

export function Pane({ place, isShown, children }: PaneProps) {
  return (
    <Box
      sx={{
        minWidth: 0,
        minHeight: 0,
        display: isShown ? 'flex' : 'none',
        flexDirection: 'column',
        gridArea: 'queue',
        [deskPanes.two]: place === 'queue' ? { gridArea: place, display: 'flex' } : { gridArea: 'thread' },
        ...besideSidebar(deskSizes.threePanes, { gridArea: place === 'rest' ? rest : place, display: 'flex' }),
      }}
    >
      {children}
    </Box>
  )
}
