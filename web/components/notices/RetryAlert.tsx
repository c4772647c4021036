import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { reported } from '#web/api/reporting.ts'
import { politely } from './politely.ts'

interface RetryAlertProps {
  /** What failed, such as `Not saved`. A toast has said why. */
  message: string
  /** Without it, the button submits the form. */
  onRetry?: () => Parameters<typeof reported>[0]
}

/** Marks the place where something failed, and offers to try again. */
export function RetryAlert({ message, onRetry }: RetryAlertProps) {
  return (
    <Alert
      severity="error"
      {...politely}
      action={
        <Button
          type={onRetry ? 'button' : 'submit'}
          color="inherit"
          size="small"
          onClick={onRetry && (() => void reported(onRetry()))}
        >
          Try again
        </Button>
      }
    >
      {message}
    </Alert>
  )
}
