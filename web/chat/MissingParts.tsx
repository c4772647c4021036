import Box from '@mui/material/Box'
import { reported } from '#web/api/reporting.ts'
import { RetryAlert } from '#web/components/notices/RetryAlert.tsx'

/** A part of a thread that is loaded apart from its messages. */
export interface ThreadPart {
  name: string
  hasFailed: boolean
  retry: () => Parameters<typeof reported>[0]
}

interface MissingPartsProps {
  parts: ThreadPart[]
}

/** Names the parts of the thread that could not be loaded. */
export function MissingParts({ parts }: MissingPartsProps) {
  const failed = parts.filter(({ hasFailed }) => hasFailed)
  if (failed.length === 0) return null
  const names = new Intl.ListFormat('en').format(failed.map(({ name }) => name))
  return (
    <Box sx={{ px: { xs: 1.5, sm: 3 }, pb: 1.5 }}>
      <RetryAlert
        message={`The ${names} could not be loaded`}
        onRetry={() => failed.forEach(({ retry }) => void reported(retry()))}
      />
    </Box>
  )
}
