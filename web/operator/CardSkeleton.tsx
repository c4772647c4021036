import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'

interface CardSkeletonProps {
  /** The subject, such as `the backups`. */
  what: string
  lines: number
}

/** The content of a card that is not there yet, about as high as it. */
export function CardSkeleton({ what, lines }: CardSkeletonProps) {
  return (
    <Box component="output" aria-label={`Loading ${what}`} sx={{ display: 'grid', gap: 1 }}>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} width={line % 2 ? '60%' : '85%'} />
      ))}
    </Box>
  )
}
