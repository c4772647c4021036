import { serverNow } from '#web/api/session/clock.ts'
import { useMinuteTick } from '#web/components/useMinuteTick.ts'

interface RelativeTimeProps {
  value: string
}

const units = [
  ['year', 365 * 24 * 60 * 60],
  ['month', 30 * 24 * 60 * 60],
  ['day', 24 * 60 * 60],
  ['hour', 60 * 60],
  ['minute', 60],
] as const

/** Shows how long ago a moment was, in the viewer's language. The tooltip gives the exact time. */
export function RelativeTime({ value }: RelativeTimeProps) {
  useMinuteTick()
  const moment = new Date(value)
  return (
    <time dateTime={value} title={moment.toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'short' })}>
      {formatRelative((moment.getTime() - serverNow()) / 1000)}
    </time>
  )
}

function formatRelative(seconds: number) {
  const format = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })
  const [unit, length] = units.find(([, unitSeconds]) => Math.abs(seconds) >= unitSeconds) ?? ['second', Infinity]
  return format.format(Math.round(seconds / length), unit)
}
