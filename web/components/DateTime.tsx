import { serverNow } from '#web/api/clock.ts'
import { useMinute } from './useMinute.ts'

interface DateTimeProps {
  value: string
  /** How much of it to write; the rest is in its tooltip. */
  detail?: Detail
}

type Detail = 'all' | 'minute' | 'day' | 'brief'

// Made once: to make one takes longer than to write a whole page of the list with it.
const formats = {
  full: new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' }),
  minute: new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }),
  day: new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }),
  dayOfYear: new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' }),
  dayAndYear: new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' }),
}
const ago = new Intl.RelativeTimeFormat(undefined, { style: 'narrow', numeric: 'auto' })

/** A moment as the viewer's own place and language write it. */
export function DateTime({ value, detail = 'all' }: DateTimeProps) {
  const moment = new Date(value)
  return (
    <time dateTime={value} title={formats.full.format(moment)}>
      {detail === 'brief' ? <Brief moment={moment} /> : written(moment, detail)}
    </time>
  )
}

function written(moment: Date, detail: Exclude<Detail, 'brief'>) {
  return detail === 'all' ? moment.toLocaleString() : formats[detail].format(moment)
}

interface BriefProps {
  moment: Date
}

function Brief({ moment }: BriefProps) {
  useMinute()
  return brief(moment, new Date(serverNow()))
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How long ago when it was lately, else the day; the year only where it is another one. */
function brief(moment: Date, now: Date) {
  const age = now.getTime() - moment.getTime()
  if (age < minute) return ago.format(0, 'second')
  if (age < hour) return ago.format(-Math.floor(age / minute), 'minute')
  if (age < day) return ago.format(-Math.floor(age / hour), 'hour')
  const isThisYear = moment.getFullYear() === now.getFullYear()
  return formats[isThisYear ? 'dayOfYear' : 'dayAndYear'].format(moment)
}
