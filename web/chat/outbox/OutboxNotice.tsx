import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { Icon } from '#web/components/icons/Icon.tsx'

interface OutboxNoticeProps {
  /** Why what was written is not sent yet. */
  reason: string
  onRetry: () => void
}

/** Not an emergency: it is read aloud when there is a pause. */
const politely = { role: 'status' }

/** Nothing that waits has to be watched over. */
export function OutboxNotice({ reason, onRetry }: OutboxNoticeProps) {
  return (
    <Alert
      severity="warning"
      {...politely}
      icon={<Icon name="cloud-off" />}
      sx={{ mx: { xs: 1.5, sm: 3 }, mb: 1.5 }}
      action={
        <Button color="inherit" size="small" onClick={onRetry}>
          Try now
        </Button>
      }
    >
      {reason}. What you wrote is kept on this device and sent by itself as soon as possible.
    </Alert>
  )
}
