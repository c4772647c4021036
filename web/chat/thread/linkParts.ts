export interface TextPart {
  text: string
  /** The address of a link. Undefined for plain text. */
  href?: string
}

const address = /https?:\/\/[^\s<>"']+/g
const brackets = [
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
] as const

/** Splits a text into plain parts and links. Together, the parts are the whole text. */
export function linkParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(address)) {
    const href = withoutClosing(match[0])
    if (match.index > end) parts.push({ text: text.slice(end, match.index) })
    parts.push({ text: href, href })
    end = match.index + href.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}

/** Removes punctuation that ends the sentence, but keeps a closing bracket that was opened within the address. */
function withoutClosing(found: string) {
  const unopened = unopenedBrackets(found)
  let end = found.length
  for (; end > 0; end--) {
    const last = found[end - 1]!
    const surplus = unopened.get(last)
    if (surplus === undefined ? !'.,;:!?'.includes(last) : surplus <= 0) break
    if (surplus !== undefined) unopened.set(last, surplus - 1)
  }
  return found.slice(0, end)
}

/** Counts how many more closing than opening brackets of each kind there are. */
function unopenedBrackets(text: string) {
  return new Map(brackets.map(([opening, closing]) => [closing as string, count(text, closing) - count(text, opening)]))
}

function count(text: string, character: string) {
  return text.split(character).length - 1
}
