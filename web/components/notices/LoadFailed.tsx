import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { isFailure } from '#web/api/errors.ts'
import { Notice } from './Notice.tsx'
import { StatusDrawing } from './StatusDrawing.tsx'

interface LoadFailedProps {
  /** What was not loaded: `The comments`. */
  what: string
  failure: unknown
  onRetry: () => void
}

/** What stands where something should have been loaded and there is nothing older to show. */
export function LoadFailed({ what, failure, onRetry }: LoadFailedProps) {
  const known = isFailure(failure) ? failure : undefined
  const isLost = known?.code === 'unreachable'
  return (
    <Box role="alert" sx={{ flexGrow: 1, display: 'grid', alignContent: 'center' }}>
      <Notice
        picture={<StatusDrawing name={isLost ? 'pulledPlug' : 'crackedWindow'} />}
        title={isLost ? known.message : `${what} could not be loaded`}
        action={
          <Button variant="contained" onClick={onRetry}>
            Try again
          </Button>
        }
      >
        {isLost ? `${what} could not be loaded. Check your connection.` : known?.message}
      </Notice>
    </Box>
  )
}
