import Box from '@mui/material/Box'
import type { Enquiry } from '#contract/enquiries.ts'
import { serverNow } from '#web/api/session/clock.ts'
import { fullTime } from '#web/components/DateTime.tsx'
import { useMinuteTick } from '#web/components/useMinuteTick.ts'

/** From when on a wait is amber, and red, in hours. */
const longWaits = { amber: 4, red: 24 }

interface WaitingTimeProps {
  enquiry: Pick<Enquiry, 'waitingSince' | 'enquiryStatus'>
}

/** How long the customer has been waiting for a reply. A long wait is amber, a very long one red. */
export function WaitingTime({ enquiry: { waitingSince, enquiryStatus } }: WaitingTimeProps) {
  useMinuteTick()
  if (enquiryStatus === 'closed') return null
  if (waitingSince === null) return <span>Replied</span>
  const minutes = Math.max(1, Math.floor((serverNow() - Date.parse(waitingSince)) / 60_000))
  const hours = Math.floor(minutes / 60)
  return (
    <Box
      component="time"
      dateTime={waitingSince}
      title={`Since ${fullTime(new Date(waitingSince))}`}
      sx={(theme) => ({
        ...(hours >= longWaits.amber && {
          color: 'warning.darker',
          fontWeight: 'fontWeightMedium',
          ...theme.applyStyles('dark', { color: 'warning.light' }),
        }),
        ...(hours >= longWaits.red && {
          color: 'error.main',
          ...theme.applyStyles('dark', { color: 'error.main' }),
        }),
      })}
    >
      {`Waiting ${lengthOf(minutes, hours)}`}
    </Box>
  )
}

const lengths = Object.fromEntries(
  (['minute', 'hour', 'day'] as const).map((unit) => [
    unit,
    new Intl.NumberFormat(undefined, { style: 'unit', unit, unitDisplay: 'long' }),
  ]),
) as Record<'minute' | 'hour' | 'day', Intl.NumberFormat>

/** Minutes below an hour, hours below two days, then days. */
function lengthOf(minutes: number, hours: number) {
  if (hours < 1) return lengths.minute.format(minutes)
  return hours < 48 ? lengths.hour.format(hours) : lengths.day.format(Math.floor(hours / 24))
}
