import { createHash } from 'node:crypto'
import type { HeaderLines } from './headerLines.ts'

const lineFeed = 0x0a
const carriageReturn = 0x0d

/**
 * Recognises a mail by its identifying headers and its body. The headers that each way adds do not matter, nor do line
 * breaks, which some servers convert, or empty lines at the end.
 */
export class ContentKey {
  readonly #hash = createHash('sha256')
  #pendingBreaks = 0

  addBody(chunk: Buffer) {
    const text = withoutCarriageReturns(chunk)
    let end = text.length
    while (end > 0 && text[end - 1] === lineFeed) end--
    if (end > 0) {
      this.#hash.update('\n'.repeat(this.#pendingBreaks)).update(text.subarray(0, end))
      this.#pendingBreaks = 0
    }
    this.#pendingBreaks += text.length - end
  }

  /** Call this once, after the body. */
  digest(headers: HeaderLines) {
    // Without a Message-ID, only the subject tells apart mails that say the same.
    const keys = ['message-id', 'from', 'date', ...(headers.first('message-id') ? [] : ['subject'])]
    for (const key of keys) this.#hash.update(`\0${(headers.first(key) ?? '').replace(/\s+/g, ' ')}`)
    return this.#hash.digest('hex')
  }
}

function withoutCarriageReturns(chunk: Buffer) {
  if (!chunk.includes(carriageReturn)) return chunk
  const kept = Buffer.allocUnsafe(chunk.length)
  let length = 0
  for (const byte of chunk) if (byte !== carriageReturn) kept[length++] = byte
  return kept.subarray(0, length)
}
