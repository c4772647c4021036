import Alert from '@mui/material/Alert'
import { RetryAlert } from '#web/components/notices/RetryAlert.tsx'

export interface BoxAlertsProps {
  /** What has failed, such as `Not sent`. */
  failure: string | undefined
  /** Whether this device keeps what is being typed. */
  isKept: boolean
  /** Whether it keeps the files too. */
  areFilesKept?: boolean
  onRetry: () => void
}

export function BoxAlerts({ failure, isKept, areFilesKept = true, onRetry }: BoxAlertsProps) {
  return (
    <>
      {failure && <RetryAlert message={failure} onRetry={onRetry} />}
      {!isKept && (
        <Alert severity="warning">This device has no room to keep what you type. Send it before you leave.</Alert>
      )}
      {isKept && !areFilesKept && (
        <Alert severity="warning">This device has no room to keep your files. Send them before you leave.</Alert>
      )}
    </>
  )
}
