export interface TextPart {
  text: string
  /** Where the text leads; none for plain text. */
  href?: string
}

const address = /https?:\/\/[^\s<>"']+/g
const brackets = [
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
] as const

/** The text cut into plain stretches and web addresses. Nothing of it is changed or lost. */
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

/** What closes a sentence does not belong to the address; a bracket that was opened within it does. */
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

/** How many more closing than opening brackets of each kind there are. */
function unopenedBrackets(text: string) {
  return new Map(brackets.map(([opening, closing]) => [closing as string, count(text, closing) - count(text, opening)]))
}

function count(text: string, character: string) {
  return text.split(character).length - 1
}
