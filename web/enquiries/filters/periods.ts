/** Periods relative to today, so that a saved view stays current. */
export const presets = {
  today: 'Today',
  yesterday: 'Yesterday',
  'last-7-days': 'Last 7 days',
  'last-30-days': 'Last 30 days',
  'this-month': 'This month',
  'last-month': 'Last month',
} as const

type Preset = keyof typeof presets

/** A preset, or `2026-11-01..2026-11-20`, both days included. Either day may be missing. */
export type Period = string

interface Days {
  from?: string
  to?: string
}

/** Returns undefined for anything that is not a period. */
export function parsePeriod(text: string | null): Period | undefined {
  if (!text) return undefined
  if (isPreset(text)) return text
  const days = daysOf(text)
  return days.from || days.to ? betweenDays(days) : undefined
}

export function isPreset(text: string): text is Preset {
  return Object.hasOwn(presets, text)
}

export function betweenDays({ from = '', to = '' }: Days): Period | undefined {
  return from || to ? `${from}..${to}` : undefined
}

/** The first and the last day of a period, in the viewer's time zone. */
export function daysOf(period: Period, now = new Date()): Days {
  if (isPreset(period)) return daysOfPreset(period, now)
  const [from = '', to = ''] = period.split('..')
  return { from: realDay(from), to: realDay(to) }
}

function daysOfPreset(preset: Preset, now: Date): Days {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()]
  const ago = (days: number) => new Date(year, month, day - days)
  switch (preset) {
    case 'today':
      return between(now, now)
    case 'yesterday':
      return between(ago(1), ago(1))
    case 'last-7-days':
      return between(ago(6), now)
    case 'last-30-days':
      return between(ago(29), now)
    case 'this-month':
      return between(new Date(year, month, 1), now)
    case 'last-month':
      return between(new Date(year, month - 1, 1), new Date(year, month, 0))
  }
}

function between(from: Date, to: Date): Days {
  return { from: toDay(from), to: toDay(to) }
}

function toDay(date: Date) {
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
  return parts.map((part) => String(part).padStart(2, '0')).join('-')
}

function realDay(text: string) {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return undefined
  return toDay(startOf(text)) === text ? text : undefined
}

/** The start of a day in the viewer's time zone. */
function startOf(day: string, later = 0) {
  const [year, month, date] = day.split('-').map(Number)
  return new Date(year!, month! - 1, date! + later)
}

/** The bounds of a period as timestamps; `to` is exclusive. */
export function momentsOf(period: Period | undefined) {
  const { from, to } = period ? daysOf(period) : {}
  return { from: from && startOf(from).toISOString(), to: to && startOf(to, 1).toISOString() }
}

export function describePeriod(period: Period) {
  if (isPreset(period)) return presets[period]
  const { from, to } = daysOf(period)
  if (from && to) return from === to ? named(from) : `${named(from)} – ${named(to)}`
  return from ? `from ${named(from)}` : `until ${named(to!)}`
}

function named(day: string) {
  return startOf(day).toLocaleDateString(undefined, { dateStyle: 'medium' })
}
