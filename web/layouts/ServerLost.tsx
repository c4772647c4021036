import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'

interface ServerLostProps {
  onRetry: () => void
}

export function ServerLost({ onRetry }: ServerLostProps) {
  return (
    <Alert
      severity="warning"
      sx={{ borderRadius: 0 }}
      action={
        <Button color="inherit" size="small" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      Cannot reach the server. What you see may be out of date.
    </Alert>
  )
}
