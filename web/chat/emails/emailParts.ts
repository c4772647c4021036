import type { Message, MessageEmail } from '#contract/chat.ts'
import { limits } from '#contract/limits.ts'

export interface EmailPart {
  text: string
  /** Its position in the text. */
  from: number
  /** A quote or a signature, and the rest of an email that is longer than any other message, are shown on request. */
  kind: 'shown' | 'quote' | 'rest'
}

/** An email may have a quote for each of its lines. */
const maxQuotes = 20

/** Splits the text of an email into what is shown and what is collapsed. Together, the parts are the whole text. */
export function emailParts(text: string, collapsed: MessageEmail['collapsed']): EmailPart[] {
  const parts: EmailPart[] = []
  const add = (kind: EmailPart['kind'], from: number, to: number) => {
    if (to > from) parts.push({ text: text.slice(from, to), from, kind })
  }
  let end = 0
  let room: number = limits.message
  for (const [from, to] of [...collapsed.slice(0, maxQuotes), [text.length, text.length] as const]) {
    if (from - end > room || (from === text.length && collapsed.length > maxQuotes)) {
      const cut = lineEndBefore(text, end, Math.min(end + room, from))
      add('shown', end, cut)
      add('rest', cut, text.length)
      return parts
    }
    add('shown', end, from)
    add('quote', from, to)
    room -= from - end
    end = to
  }
  return parts
}

/** The end of the last line of a part of the text that fits, or else of the last word, or at least of a character. */
function lineEndBefore(text: string, from: number, to: number) {
  for (const separator of ['\n', ' ']) {
    const found = text.lastIndexOf(separator, to - 1)
    if (found > from) return found + 1
  }
  return /[\uD800-\uDBFF]/.test(text[to - 1] ?? '') ? to - 1 : to
}

/** More than this of a message is too long to be read aloud at once. */
const maxSpoken = 1000

/** The text that screen readers announce for a new message: without quotes and signatures. */
export function spokenText({ message, email }: Pick<Message, 'message'> & { email?: Pick<MessageEmail, 'collapsed'> }) {
  const shown = emailParts(message, email?.collapsed ?? []).filter(({ kind }) => kind === 'shown')
  const text = shown.map((part) => part.text.trim()).join('\n')
  return text.length > maxSpoken ? `${text.slice(0, maxSpoken)}…` : text
}
