import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { deskPanes } from '#web/theme/deskSizes.ts'

interface PaneProps {
  /** `rest` is all of the window beside the queue. */
  place: 'queue' | 'thread' | 'details' | 'rest'
  /** Whether the pane is shown where only some of them fit: one on a phone, the queue and another one below 1440 px. */
  isShown: boolean
  children: ReactNode
}

const rest = '1 / 2 / -1 / -1'

export function Pane({ place, isShown, children }: PaneProps) {
  const fitsFrom = place === 'queue' ? deskPanes.one : deskPanes.belowThree
  return (
    <Box
      sx={{
        minWidth: 0,
        minHeight: 0,
        display: 'flex',
        flexDirection: 'column',
        gridArea: 'queue',
        [deskPanes.two]: { gridArea: place === 'queue' ? place : 'thread' },
        [deskPanes.three]: { gridArea: place === 'rest' ? rest : place },
        ...(!isShown && { [fitsFrom]: { display: 'none' } }),
      }}
    >
      {children}
    </Box>
  )
}
