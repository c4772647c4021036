import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { listSizes } from '#web/theme/listSizes.ts'

/** The picture above an empty list, fetched on demand because it is rarely shown. */
export function EmptyListDrawing({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? <EmptyUnderGlass /> : <EmptyTray />
}

/** A letter above an open, empty tray. */
function EmptyTray() {
  return (
    <Drawing>
      <Letter transform="rotate(-7 120 62)" />
      <path className="shade" d="M44 100 66 66h108l22 34v46a12 12 0 0 1-12 12H56a12 12 0 0 1-12-12Z" />
      <path className="sheet line" d="M44 104h42l8 14h52l8-14h42v42a12 12 0 0 1-12 12H56a12 12 0 0 1-12-12Z" />
      <path className="accent-line" d="M120 82V66m-7 9 7 8 7-8" />
    </Drawing>
  )
}

/** A letter that the magnifying glass does not find. */
function EmptyUnderGlass() {
  return (
    <Drawing>
      <Letter transform="translate(-18 26)" />
      <circle className="glass accent-line" cx="146" cy="104" r="30" />
      <path className="accent-line" d="m169 127 20 20" />
      <path className="accent-line" d="m137 95 18 18m0-18-18 18" />
    </Drawing>
  )
}

interface LetterProps {
  transform: string
}

function Letter({ transform }: LetterProps) {
  return (
    <g transform={transform}>
      <rect className="sheet line" x="82" y="16" width="76" height="98" rx="8" />
      <rect className="accent" x="94" y="30" width="30" height="8" rx="4" />
      <path className="rule" d="M96 54h48M96 68h48M96 82h30" />
    </g>
  )
}

interface DrawingProps {
  children: ReactNode
}

function Drawing({ children }: DrawingProps) {
  return (
    <Coloured viewBox="0 0 240 176" width={listSizes.drawing} aria-hidden>
      <ellipse className="ground" cx="120" cy="92" rx="112" ry="80" />
      <circle className="spark" cx="34" cy="48" r="5" />
      <circle className="spark" cx="206" cy="38" r="7" />
      <circle className="spark" cx="216" cy="128" r="4" />
      {children}
    </Coloured>
  )
}

const Coloured = styled('svg')(({ theme }) => {
  const { primary, background, control, divider } = theme.vars!.palette
  const round = { fill: 'none', strokeLinecap: 'round', strokeLinejoin: 'round' } as const
  return {
    maxWidth: '100%',
    height: 'auto',
    '& .ground': { fill: theme.alpha(primary.main, 0.08) },
    '& .spark': { fill: theme.alpha(primary.main, 0.24) },
    '& .shade': { fill: theme.alpha(primary.main, 0.16) },
    '& .sheet': { fill: background.paper },
    '& .line': { stroke: control, strokeWidth: 2 },
    '& .rule': { ...round, stroke: divider, strokeWidth: 5 },
    '& .accent': { fill: primary.main },
    '& .accent-line': { ...round, stroke: primary.main, strokeWidth: 5 },
    '& .glass': { fill: theme.alpha(background.paper, 0.8) },
  }
})
