import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { sizes } from '#web/theme/sizes.ts'

interface StatusDrawingProps {
  name: keyof typeof drawings
}

/** A drawing in the colours of the theme, above the text that says the same. */
export function StatusDrawing({ name }: StatusDrawingProps) {
  return (
    <Box
      component="svg"
      viewBox="0 0 240 160"
      aria-hidden
      focusable="false"
      sx={(theme) => ({
        width: sizes.cropper,
        maxWidth: '80%',
        height: 'auto',
        fill: 'none',
        stroke: theme.vars!.palette.text.secondary,
        strokeWidth: 3,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        '& .ground': { fill: theme.alpha(theme.vars!.palette.primary.main, 0.1), stroke: 'none' },
        '& .sheet': { fill: theme.vars!.palette.background.paper },
        '& .accent': { stroke: theme.vars!.palette.primary.main },
        '& .accentFill': { fill: theme.vars!.palette.primary.main, stroke: 'none' },
        '& .faint': { stroke: theme.vars!.palette.control, strokeDasharray: '2 8' },
      })}
    >
      <path
        className="ground"
        d="M24 116C4 84 30 34 76 40c22 3 32-22 66-20 40 3 42 34 62 46 28 17 22 66-22 70-60 6-138 8-158-20Z"
      />
      {drawings[name]}
    </Box>
  )
}

const drawings = {
  /** A path that leads off the map. */
  lostPath: (
    <>
      <path className="sheet" d="m56 48 40-14 48 14 40-14v78l-40 14-48-14-40 14Z" />
      <path d="M96 34v78M144 48v78" />
      <path className="faint" d="M68 102c14-2 14-22 30-24s22 22 40 12" />
      <path className="accent" d="M160 100c-14-18-20-26-20-36a20 20 0 0 1 40 0c0 10-6 18-20 36Z" />
      <path className="accent" d="M154 58c0-8 12-8 12 0 0 5-6 5-6 10m0 8v.5" />
    </>
  ),
  /** A missing sheet under a magnifying glass. */
  missingSheet: (
    <>
      <path className="sheet" d="M62 28h68l28 28v76H62Z" />
      <path d="M130 28v28h28" />
      <path className="faint" d="M78 70h46M78 88h34M78 106h24" />
      <circle className="sheet" cx="152" cy="96" r="27" />
      <circle className="accent" cx="152" cy="96" r="27" />
      <path className="accent" d="m172 116 20 20M143 87l18 18M161 87l-18 18" />
    </>
  ),
  /** A closed lock on a door. */
  lockedDoor: (
    <>
      <path className="sheet" d="M76 136V34h88v102Z" />
      <path d="M52 136h136" />
      <path className="faint" d="M90 48h60M90 122h60" />
      <path className="accent" d="M106 78V68a14 14 0 0 1 28 0v10" />
      <path className="accentFill" d="M98 78h44v32H98Z" />
      <path className="sheet" stroke="none" d="M117 90h6v10h-6Z" />
    </>
  ),
  /** A plug out of its socket. */
  pulledPlug: (
    <>
      <path className="sheet" d="M34 68h38v44H34c-12 0-12-44 0-44Z" />
      <path d="M72 80h18M72 100h18M26 90H8" />
      <path className="sheet" d="M168 62h38c12 0 12 56 0 56h-38Z" />
      <path d="M214 90h18" />
      <path className="accent" d="M156 80h12M156 100h12M122 62l6-18M122 118l6 18M110 70l-12-12M110 110l-12 12" />
    </>
  ),
  /** A window with a crack. */
  crackedWindow: (
    <>
      <path className="sheet" d="M48 36h144v96H48Z" />
      <path d="M48 58h144M60 47v.5M70 47v.5M80 47v.5" />
      <path className="accent" d="m124 58-14 24 20 8-16 20 10 22" />
      <path className="faint" d="M64 76h26M64 92h20M150 76h26M154 92h22M150 108h26" />
    </>
  ),
} satisfies Record<string, ReactNode>
