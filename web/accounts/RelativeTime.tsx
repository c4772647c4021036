import { serverNow } from '#web/api/clock.ts'
import { useMinute } from '#web/components/useMinute.ts'

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

/** How long ago a moment was, in the viewer's language; when exactly, its tooltip tells. */
export function RelativeTime({ value }: RelativeTimeProps) {
  useMinute()
  const moment = new Date(value)
  return (
    <time dateTime={value} title={moment.toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'short' })}>
      {inWords((moment.getTime() - serverNow()) / 1000)}
    </time>
  )
}

function inWords(seconds: number) {
  const words = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })
  const [unit, length] = units.find(([, unitSeconds]) => Math.abs(seconds) >= unitSeconds) ?? ['second', Infinity]
  return words.format(Math.round(seconds / length), unit)
}
