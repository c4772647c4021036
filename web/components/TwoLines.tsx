import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

type TwoLinesProps = { children: string; title?: undefined } | { children: ReactNode; title: string }

/** User text in its own direction, cut off after two lines, or after as many as `--lines` says. The tooltip has the full text. */
export function TwoLines({ children, title }: TwoLinesProps) {
  return (
    <Typography
      variant="body2"
      component="div"
      dir="auto"
      title={title ?? children}
      sx={{
        display: '-webkit-box',
        WebkitBoxOrient: 'vertical',
        WebkitLineClamp: 'var(--lines, 2)',
        overflow: 'hidden',
        overflowWrap: 'anywhere',
        lineHeight: 1.4,
        minWidth: 0,
      }}
    >
      {children}
    </Typography>
  )
}
