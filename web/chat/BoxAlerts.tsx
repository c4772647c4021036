import Alert from '@mui/material/Alert'
import { RetryAlert } from '#web/components/notices/RetryAlert.tsx'

export interface BoxAlertsProps {
  failure: { message: string; retryLabel: string } | undefined
  /** Whether this device keeps what is being typed. */
  isKept: boolean
  onRetry: () => void
}

export function BoxAlerts({ failure, isKept, onRetry }: BoxAlertsProps) {
  return (
    <>
      {failure && <RetryAlert {...failure} onRetry={onRetry} />}
      {!isKept && (
        <Alert severity="warning">This device has no room to keep what you type. Send it before you leave.</Alert>
      )}
    </>
  )
}
