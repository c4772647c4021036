import { limits } from '#contract/limits.ts'
import { cleaned } from '#contract/text/cleaned.ts'
import { cutText } from '#server/text/cutText.ts'
import { decodeText } from './charsets.ts'
import { htmlToText } from './htmlText.ts'

/** A part that is a text: its first bytes, and the alternatives that it belongs to. */
export type TextPart = {
  bytes: Buffer
  charset: string | undefined
  isHtml: boolean
  flow: 'fixed' | 'flowed' | 'deleted space'
  alternative: number | undefined
  /** Whether there is more than the bytes that were kept. */
  isCut: boolean
}

/** The text of a mail, and whether it is longer than what is returned. */
export function joinTexts(all: TextPart[], withoutHtml: boolean) {
  const parts = withoutHtml ? all.filter(({ isHtml }) => !isHtml) : all
  const texts = parts.map((part) => ({ ...part, text: textOf(part) }))
  const readable = new Set(texts.filter(({ isHtml, text }) => !isHtml && !isStub(text)).map((part) => part.alternative))
  const chosen = texts.filter(({ alternative, isHtml, text }) => {
    if (alternative === undefined) return true
    return isHtml ? !readable.has(alternative) : !isStub(text) || !hasHtml(texts, alternative)
  })
  const whole = cleaned(
    chosen
      .map(({ text }) => text.trimEnd())
      .filter(Boolean)
      .join('\n\n'),
  )
    .replace(/^\s*\n/, '')
    .trimEnd()
  return {
    text: cutText(whole, limits.incoming.text),
    isCut: parts.length < all.length || whole.length > limits.incoming.text || chosen.some((part) => part.isCut),
  }
}

function hasHtml(texts: (TextPart & { text: string })[], alternative: number) {
  return texts.some((part) => part.alternative === alternative && part.isHtml && part.text !== '')
}

/** Some programs send no text for those who cannot read HTML, only a sentence that says so. */
function isStub(text: string) {
  const trimmed = text.trim()
  return (
    trimmed === '' ||
    (trimmed.length < 300 && /\bhtml\b/i.test(trimmed) && /view|support|display|show|anzeig|affich/i.test(trimmed))
  )
}

function textOf({ bytes, charset, isHtml, flow }: TextPart) {
  if (isHtml) return htmlToText(decodeText(bytes, charset ?? charsetInHtml(bytes)))
  const text = decodeText(bytes, charset).replace(/\r\n?/g, '\n')
  return flow === 'fixed' ? text : unflowed(text, flow)
}

function charsetInHtml(bytes: Buffer) {
  return /<meta[^>]{1,200}charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(bytes.toString('latin1', 0, 2048))?.[1]
}

/** Joins the lines that the sender's program has broken (RFC 3676, section 4). */
function unflowed(text: string, flow: TextPart['flow']) {
  const lines: string[] = []
  let openDepth: number | undefined
  for (const raw of text.split('\n')) {
    const depth = /^>*/.exec(raw)![0].length
    const content = raw.slice(depth).replace(/^ /, '')
    const isOpen = content.endsWith(' ') && content !== '-- '
    const line = isOpen && flow === 'deleted space' ? content.slice(0, -1) : content
    if (openDepth === depth && content !== '-- ') lines[lines.length - 1] += line
    else lines.push(depth > 0 ? `${'>'.repeat(depth)} ${line}` : line)
    openDepth = isOpen ? depth : undefined
  }
  return lines.join('\n')
}
