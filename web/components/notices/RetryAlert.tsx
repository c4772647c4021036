import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'

interface RetryAlertProps {
  message: string
  retryLabel?: string
  onRetry: () => void
}

/** A failure, shown where it happened, with a way to try again. */
export function RetryAlert({ message, retryLabel = 'Try again', onRetry }: RetryAlertProps) {
  return (
    <Alert
      severity="error"
      action={
        <Button color="inherit" size="small" onClick={onRetry}>
          {retryLabel}
        </Button>
      }
    >
      {message}
    </Alert>
  )
}
