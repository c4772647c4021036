const characters = new Intl.Segmenter()
/** Characters that people see are shorter, except for those that somebody has made long on purpose. */
const longestCharacter = 100

/** The beginning of a text, with at most `max` UTF-16 code units. It ends between characters that people see. */
export function cutText(text: string, max: number) {
  if (text.length <= max) return text
  // What comes before decides only in rare cases, and would take long to read.
  const from = Math.max(0, max - longestCharacter)
  const end = from + characters.segment(text.slice(from, max + longestCharacter)).containing(max - from)!.index
  return text
    .slice(0, end > from ? end : max)
    .toWellFormed()
    .replace(/\uFFFD$/, '')
}

/** A text that is too long ends with an ellipsis. */
export function shorten(text: string, max: number) {
  return text.length > max ? `${cutText(text, max).trimEnd()}…` : text
}
