import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useId } from 'react'

interface SendingProgressProps {
  /** What has gone out, 0 to 1. */
  share: number
}

/** How much has left this device; how long the server then looks at the pictures, nobody knows. */
export function SendingProgress({ share }: SendingProgressProps) {
  const labelId = useId()
  const percent = Math.round(share * 100)
  const isAllSent = percent === 100
  return (
    <Box>
      <Typography id={labelId} variant="body2" sx={{ color: 'text.secondary', mb: 1 }}>
        {isAllSent ? 'Sent. The documents are being checked…' : `Sending, ${percent} %`}
      </Typography>
      <LinearProgress aria-labelledby={labelId} variant={isAllSent ? 'indeterminate' : 'determinate'} value={percent} />
    </Box>
  )
}
