/** The day of a message, such as `24 November`, with the year if it is another one. */
export function dayText(locale: string, at: string, now = new Date()) {
  const moment = new Date(at)
  const year = moment.getFullYear() === now.getFullYear() ? undefined : 'numeric'
  return new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', year }).format(moment)
}

export function timeText(locale: string, at: string) {
  return new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(new Date(at))
}

export function fullText(locale: string, at: string) {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short' }).format(new Date(at))
}

const units = ['byte', 'kilobyte', 'megabyte']

/** The size of a file, such as `1.5 MB`. */
export function sizeIn(locale: string, bytes: number) {
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(bytes, 1)) / 10))
  const options = { style: 'unit', unit: units[power], maximumFractionDigits: power === 2 ? 1 : 0 } as const
  return new Intl.NumberFormat(locale, options).format(bytes / 1024 ** power)
}
