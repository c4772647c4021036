import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

type TwoLinesProps = { children: string; title?: undefined } | { children: ReactNode; title: string }

/** What somebody wrote, in the direction it is written in; what two lines do not hold is in its tooltip. */
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
        WebkitLineClamp: 2,
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
