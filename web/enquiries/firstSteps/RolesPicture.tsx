import { styled } from '@mui/material/styles'
import { listSizes } from '#web/theme/listSizes.ts'

// An inline drawing takes the colours of the theme, which the file of an `img` element cannot.
const asPicture = { role: 'img', 'aria-label': 'A member asks a question; an agent with a headset answers it.' }

/** A person who asks, and a person with a headset who answers. */
export function RolesPicture() {
  return (
    <Coloured viewBox="0 0 360 200" width={listSizes.rolesPicture} {...asPicture}>
      <ellipse className="ground" cx="180" cy="110" rx="172" ry="84" />
      <Person at={70} />
      <Person at={290} />
      <path className="accent-line" d="M267 118v-9a23 23 0 0 1 46 0v9" />
      <rect className="accent" x="260" y="112" width="11" height="20" rx="5" />
      <rect className="accent" x="309" y="112" width="11" height="20" rx="5" />
      <path
        className="sheet line"
        d="M92 22h68a10 10 0 0 1 10 10v26a10 10 0 0 1-10 10h-44l-16 16v-16h-8a10 10 0 0 1-10-10V32a10 10 0 0 1 10-10Z"
      />
      <path className="accent-line" d="M119 39a8 8 0 1 1 10 8q-3 1-3 5m0 8v.1" />
      <path
        className="shade line"
        d="M200 40h68a10 10 0 0 1 10 10v26a10 10 0 0 1-10 10h-8v14l-16-14h-44a10 10 0 0 1-10-10V50a10 10 0 0 1 10-10Z"
      />
      <path className="accent-line" d="m222 63 9 9 18-18" />
      <path className="rule" d="M132 138h92m-10-9 12 9-12 9" />
      <path className="rule" d="M228 164h-92m10-9-12 9 12 9" />
    </Coloured>
  )
}

interface PersonProps {
  at: number
}

function Person({ at }: PersonProps) {
  return (
    <g transform={`translate(${at} 0)`}>
      <circle className="sheet line" cx="0" cy="120" r="20" />
      <path className="sheet line" d="M-38 186c0-24 16-38 38-38s38 14 38 38Z" />
    </g>
  )
}

const Coloured = styled('svg')(({ theme }) => {
  const { primary, background, control } = theme.vars!.palette
  const round = { fill: 'none', strokeLinecap: 'round', strokeLinejoin: 'round' } as const
  return {
    maxWidth: '100%',
    height: 'auto',
    '& .ground': { fill: theme.alpha(primary.main, 0.08) },
    '& .shade': { fill: theme.alpha(primary.main, 0.16) },
    '& .sheet': { fill: background.paper },
    '& .line': { stroke: control, strokeWidth: 2 },
    '& .rule': { ...round, stroke: control, strokeWidth: 4 },
    '& .accent': { fill: primary.main },
    '& .accent-line': { ...round, stroke: primary.main, strokeWidth: 5 },
  }
})
