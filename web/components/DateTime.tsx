import { serverNow } from '#web/api/session/clock.ts'
import { useMinuteTick } from './useMinuteTick.ts'

interface DateTimeProps {
  value: string
  /** How much to show; the tooltip has the full date and time. */
  detail?: Detail
}

type Detail = 'all' | 'minute' | 'day' | 'brief'

// Created once: constructing a format takes longer than formatting a whole page of the list.
const formats = {
  full: new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' }),
  minute: new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }),
  day: new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }),
  dayOfYear: new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' }),
  dayAndYear: new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' }),
}
const ago = new Intl.RelativeTimeFormat(undefined, { style: 'narrow', numeric: 'auto' })

/** The full date and time, in the viewer's locale and time zone. */
export function fullTime(moment: Date) {
  return formats.full.format(moment)
}

/** A moment in the viewer's locale and time zone. */
export function DateTime({ value, detail = 'all' }: DateTimeProps) {
  const moment = new Date(value)
  return (
    <time dateTime={value} title={fullTime(moment)}>
      {detail === 'brief' ? <Brief moment={moment} /> : formatMoment(moment, detail)}
    </time>
  )
}

function formatMoment(moment: Date, detail: Exclude<Detail, 'brief'>) {
  return detail === 'all' ? moment.toLocaleString() : formats[detail].format(moment)
}

interface BriefProps {
  moment: Date
}

function Brief({ moment }: BriefProps) {
  useMinuteTick()
  return formatBrief(moment, new Date(serverNow()))
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** The age within the last 24 hours, else the date, with the year if it is not the current one. */
function formatBrief(moment: Date, now: Date) {
  const ageMs = now.getTime() - moment.getTime()
  if (ageMs < minuteMs) return ago.format(0, 'second')
  if (ageMs < hourMs) return ago.format(-Math.floor(ageMs / minuteMs), 'minute')
  if (ageMs < dayMs) return ago.format(-Math.floor(ageMs / hourMs), 'hour')
  const isThisYear = moment.getFullYear() === now.getFullYear()
  return formats[isThisYear ? 'dayOfYear' : 'dayAndYear'].format(moment)
}
