import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Icon } from '#web/components/icons/Icon.tsx'

interface KeptNoticeProps {
  /** The time of typing, in milliseconds since 1970. */
  keptAt: number
  /** Set if the enquiry has changed since: the input is then offered instead of restored. */
  onResumed?: () => void
  onDiscarded: () => void
}

/** Says that input from before a reload, a crash or the end of a session has been kept. */
export function KeptNotice({ keptAt, onResumed, onDiscarded }: KeptNoticeProps) {
  const time = timeOf(keptAt)
  return (
    <Alert
      severity="info"
      icon={<Icon name="save" />}
      action={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end' }}>
          {onResumed && (
            <Button color="inherit" size="small" onClick={onResumed}>
              Continue editing
            </Button>
          )}
          <Button color="inherit" size="small" onClick={onDiscarded}>
            Discard
          </Button>
        </Box>
      }
    >
      {onResumed
        ? `We kept what you typed (${time}). The enquiry has changed since.`
        : `We kept what you typed (${time})`}
    </Alert>
  )
}

function timeOf(keptAt: number) {
  const moment = new Date(keptAt)
  const isToday = moment.toDateString() === new Date().toDateString()
  return moment.toLocaleString(
    undefined,
    isToday ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' },
  )
}
