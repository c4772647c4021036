import Box from '@mui/material/Box'
import { RetryAlert } from '#web/components/notices/RetryAlert.tsx'

interface PictureFailedProps {
  name: string
  onRetry: () => void
}

/** What stands in the window of a picture that did not come. */
export function PictureFailed({ name, onRetry }: PictureFailedProps) {
  return (
    <Box sx={{ position: 'sticky', top: 0, p: 2 }}>
      <RetryAlert message={`${name} could not be loaded`} onRetry={onRetry} />
    </Box>
  )
}
