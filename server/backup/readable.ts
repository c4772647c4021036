const units = ['B', 'kB', 'MB', 'GB', 'TB']

/** A number of bytes for people: `12 MB`. */
export function readable(bytes: number) {
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return `${Number((bytes / 1000 ** step).toPrecision(3))} ${units[step]}`
}
