export interface TextPart {
  text: string
  /** Where the text leads; none for plain text. */
  href?: string
}

const address = /https?:\/\/[^\s<>"']+/g
const closing = /[.,;:!?)\]}]$/
const brackets: Record<string, string> = { ')': '(', ']': '[', '}': '{' }

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

/** What closes a sentence is not the address's; a bracket that was opened within it is. */
function withoutClosing(found: string) {
  let href = found
  while (closing.test(href) && !closesItsOwn(href)) href = href.slice(0, -1)
  return href
}

function closesItsOwn(href: string) {
  const last = href.at(-1)!
  const opening = brackets[last]
  return opening !== undefined && href.split(opening).length >= href.split(last).length
}
