import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { isFailure } from '#web/api/errors.ts'
import { reported } from '#web/api/reporting.ts'
import { Notice } from './Notice.tsx'
import { politely } from './politely.ts'
import { StatusDrawing } from './StatusDrawing.tsx'

interface LoadFailedProps {
  /** The subject of the title, such as `The comments`. */
  what: string
  failure: unknown
  onRetry: () => Parameters<typeof reported>[0]
}

/** Replaces content that could not be loaded and of which there is no earlier version to show. A toast has said why. */
export function LoadFailed({ what, failure, onRetry }: LoadFailedProps) {
  const isUnreachable = isFailure(failure) && failure.code === 'unreachable'
  return (
    <Box {...politely} sx={{ flexGrow: 1, display: 'grid', alignContent: 'center' }}>
      <Notice
        picture={<StatusDrawing name={isUnreachable ? 'pulledPlug' : 'crackedWindow'} />}
        title={`${what} could not be loaded`}
        action={
          <Button variant="contained" onClick={() => void reported(onRetry())}>
            Try again
          </Button>
        }
      />
    </Box>
  )
}
