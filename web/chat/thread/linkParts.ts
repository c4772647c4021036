import { LinkifyIt } from 'linkify-it'

export interface TextPart {
  text: string
  /** The address of a link. Undefined for plain text. */
  href?: string
}

/** Only whole addresses of the web: a name such as `order.pdf` is no link. */
const finder = new LinkifyIt({ fuzzyLink: false, fuzzyEmail: false })
for (const other of ['ftp:', 'mailto:', '//']) finder.add(other, null)

/** Splits a text into plain parts and links. Together, the parts are the whole text. */
export function linkParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { index, lastIndex, raw } of finder.match(text) ?? []) {
    if (index > end) parts.push({ text: text.slice(end, index) })
    parts.push({ text: raw, href: raw })
    end = lastIndex
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}
