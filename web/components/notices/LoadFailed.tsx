import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { isFailure } from '#web/api/errors.ts'
import { Notice } from './Notice.tsx'
import { StatusDrawing } from './StatusDrawing.tsx'

interface LoadFailedProps {
  /** The subject of the message, such as `The comments`. */
  what: string
  failure: unknown
  onRetry: () => void
}

/** Replaces content that could not be loaded and of which there is no earlier version to show. */
export function LoadFailed({ what, failure, onRetry }: LoadFailedProps) {
  const known = isFailure(failure) ? failure : undefined
  const isUnreachable = known?.code === 'unreachable'
  return (
    <Box role="alert" sx={{ flexGrow: 1, display: 'grid', alignContent: 'center' }}>
      <Notice
        picture={<StatusDrawing name={isUnreachable ? 'pulledPlug' : 'crackedWindow'} />}
        title={isUnreachable ? known.message : `${what} could not be loaded`}
        action={
          <Button variant="contained" onClick={onRetry}>
            Try again
          </Button>
        }
      >
        {isUnreachable ? `${what} could not be loaded. Check your connection.` : known?.message}
      </Notice>
    </Box>
  )
}
