import Box from '@mui/material/Box'
import { fullTime } from '#web/components/DateTime.tsx'
import { visuallyHidden } from '#web/theme/sharedStyles.ts'

interface TimeOfDayProps {
  value: string
}

const timeOfDay = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })

/** A time below the heading of its day. The tooltip and screen readers have the full date. */
export function TimeOfDay({ value }: TimeOfDayProps) {
  const moment = new Date(value)
  const full = fullTime(moment)
  return (
    <time dateTime={value} title={full}>
      <span aria-hidden>{timeOfDay.format(moment)}</span>
      <Box component="span" sx={visuallyHidden}>
        {full}
      </Box>
    </time>
  )
}
