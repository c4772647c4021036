import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'

interface RefusalsProps {
  reasons: string[]
}

/** The live region is there before its first words, or they would not be read aloud. */
export function Refusals({ reasons }: RefusalsProps) {
  return (
    <Box role="alert" sx={{ display: reasons.length > 0 ? 'grid' : 'contents', gap: 1 }}>
      {reasons.map((reason) => (
        <Alert key={reason} severity="error" role="presentation" sx={{ overflowWrap: 'anywhere' }}>
          <bdi>{reason}</bdi>
        </Alert>
      ))}
    </Box>
  )
}
