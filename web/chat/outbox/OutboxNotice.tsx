import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { Icon } from '#web/components/icons/Icon.tsx'
import { politely } from '#web/components/notices/politely.ts'

interface OutboxNoticeProps {
  onRetry: () => void
}

export function OutboxNotice({ onRetry }: OutboxNoticeProps) {
  return (
    <Alert
      severity="warning"
      {...politely}
      icon={<Icon name="cloud-off" />}
      sx={{ mx: { xs: 1.5, sm: 3 }, mb: 1.5 }}
      action={
        <Button color="inherit" size="small" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      Not sent yet. Your messages are kept on this device and will be sent automatically.
    </Alert>
  )
}
