const units = [
  { name: 'day', seconds: 86_400 },
  { name: 'hour', seconds: 3600 },
  { name: 'minute', seconds: 60 },
  { name: 'second', seconds: 1 },
]

/** A time for people, such as `3 hours`. */
export function readableAge(seconds: number) {
  const unit = units.find((each) => seconds >= 2 * each.seconds) ?? units.at(-1)!
  const count = Math.floor(seconds / unit.seconds)
  return `${count} ${unit.name}${count === 1 ? '' : 's'}`
}
