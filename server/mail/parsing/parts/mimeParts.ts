import { randomUUID } from 'node:crypto'
import { ContentKey } from '#server/mail/parsing/contentKey.ts'
import { HeaderLines } from '#server/mail/parsing/headerLines.ts'

/** Real mails have a tenth of this. Deeper parts are one file, and later ones are only counted. */
const maxDepth = 50
const maxParts = 100
/** The text before the first part is kept until a part follows: it is the content of a mail that has none. */
const maxPreamble = 64 * 1024
/** A longer line is no delimiter, and is passed on in pieces. */
const maxLine = 64 * 1024

const lineFeed = 0x0a
const dash = 0x2d
const parameters = /;\s*([^\s=;"*]+)(\*\d{1,3})?(\*)?\s*=\s*("(?:[^"\\]|\\.)*"?|[^\s;]*)/g
const partHeaders = ['content-type', 'content-transfer-encoding', 'content-disposition', 'content-id']

type Level = { id: number; type: string; delimiter: string }

/**
 * Rewrites a mail into a flat list of its parts, in one pass and in little memory, for mailparser. Without this, mailparser
 * refuses 50,000 headers or 1,001 parts, keeps every level of a deep mail in memory, and drops the text of a multipart that
 * has no parts.
 */
export class MimeParts {
  readonly headers: HeaderLines
  /** For each part, the number of the innermost `multipart/alternative` that it is in. */
  readonly alternatives: (number | undefined)[] = []
  /** How many parts were only counted. */
  unread = 0
  readonly #key = new ContentKey()
  readonly #boundary = randomUUID()
  readonly #levels: Level[] = []
  #levelCount = 0
  #mode: 'headers' | 'preamble' | 'body' | 'skipped' = 'headers'
  #part: HeaderLines
  #preamble: Buffer[] = []
  #preambleSize = 0
  /** The beginning of a line that has not ended yet. */
  #rest: Buffer = Buffer.alloc(0)
  #isWithinLine = false
  #output: Buffer[] = []

  constructor(isWanted: (key: string) => boolean) {
    this.headers = new HeaderLines((key) => isWanted(key) || partHeaders.includes(key))
    this.#part = this.headers
  }

  async *rewrite(source: AsyncIterable<Buffer>) {
    yield Buffer.from(`Content-Type: multipart/mixed; boundary="${this.#boundary}"\r\n\r\n`)
    for await (const chunk of source) {
      this.#read(chunk)
      yield* this.#output.splice(0)
    }
    this.#end()
    yield* this.#output.splice(0)
  }

  /** Call this once, after the mail was read. */
  contentKey() {
    return this.#key.digest(this.headers)
  }

  #read(chunk: Buffer) {
    const data = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk
    let passed = 0
    let start = 0
    for (let end = data.indexOf(lineFeed) + 1; end > 0; end = data.indexOf(lineFeed, start) + 1) {
      const isContent = this.#mode !== 'headers' && !(data[start] === dash && data[start + 1] === dash)
      if (!isContent && this.#consume(data, passed, start, end)) passed = end
      this.#isWithinLine = false
      start = end
    }
    if (data.length - start > maxLine) {
      if (this.#consume(data, passed, start, data.length)) passed = data.length
      this.#isWithinLine = true
      start = data.length
    }
    this.#pass(data.subarray(passed, start))
    this.#rest = data.subarray(start)
  }

  /** Reads a line that is a header or a delimiter, after it has passed on the content before that. */
  #consume(data: Buffer, passed: number, start: number, end: number) {
    const line = data.subarray(start, end)
    if (this.#mode === 'headers' && this.#readHeader(line)) return true
    const found = this.#isWithinLine ? undefined : this.#findDelimiter(line)
    if (!found) return false
    this.#pass(data.subarray(passed, start))
    this.#key.addBody(line)
    this.#openNext(found.index, found.isEnd)
    return true
  }

  #readHeader(line: Buffer) {
    const isRoot = this.#part === this.headers
    const text = withoutBreak(line)
    const isHeader = this.#isWithinLine || (text.length > 0 && !this.#findDelimiter(line) && this.#part.add(text))
    if (!isHeader) this.#endHeaders()
    const isRead = isHeader || text.length === 0
    if (isRead && !isRoot) this.#key.addBody(line)
    return isRead
  }

  #findDelimiter(line: Buffer) {
    if (line[0] !== dash || line[1] !== dash || line.length > 1000) return undefined
    const text = line.toString('latin1').trimEnd()
    for (let index = this.#levels.length - 1; index >= 0; index--) {
      const { delimiter } = this.#levels[index]!
      if (text === delimiter || text === `${delimiter}--`) return { index, isEnd: text !== delimiter }
    }
    return undefined
  }

  #openNext(index: number, isEnd: boolean) {
    const isFirst = index === this.#levels.length - 1 && !isEnd
    if (this.#mode === 'preamble' && !isFirst) this.#readPreambleAsText()
    this.#levels.length = Math.min(this.#levels.length, isEnd ? index : index + 1)
    this.#mode = isEnd ? 'skipped' : 'headers'
    this.#part = new HeaderLines((key) => partHeaders.includes(key))
  }

  #endHeaders() {
    const { type, boundary } = parseContentType(this.#part.first('content-type'))
    if (!type?.includes('/')) return this.#begin('text/plain')
    if (!type.startsWith('multipart/')) return this.#begin(type)
    if (!boundary) return this.#begin('text/plain')
    if (this.#levels.length === maxDepth) return this.#begin('application/octet-stream')
    this.#levels.push({ id: this.#levelCount++, type, delimiter: `--${boundary}` })
    this.#mode = 'preamble'
    this.#preamble = []
    this.#preambleSize = 0
  }

  /** A multipart without parts: what it has is its text. */
  #readPreambleAsText() {
    this.#levels.pop()
    this.#begin('text/plain')
    if (this.#mode === 'body') this.#output.push(...this.#preamble)
  }

  #begin(type: string) {
    if (this.alternatives.length === maxParts) {
      this.unread++
      this.#mode = 'skipped'
      return
    }
    this.#mode = 'body'
    this.alternatives.push(this.#levels.findLast((level) => level.type === 'multipart/alternative')?.id)
    this.#output.push(Buffer.from(`--${this.#boundary}\r\n${this.#headersOf(type)}\r\n`))
  }

  #headersOf(type: string) {
    const given = this.#part.first('content-type')
    const isDigest = given === undefined && this.#levels.at(-1)?.type === 'multipart/digest'
    const isAttachment = given === undefined && this.#part.first('content-disposition') !== undefined
    const values = new Map(partHeaders.map((key) => [key, this.#part.first(key)]))
    if (isDigest) values.set('content-type', 'message/rfc822')
    else if (parseContentType(given).type !== type) values.set('content-type', isAttachment ? undefined : type)
    // mailparser would look for parts in any type that has a boundary.
    else values.set('content-type', given?.replace(/boundary(?=[\s*\d(]*[=(])/gi, 'ignored'))
    return [...values].map(([key, value]) => (value === undefined ? '' : `${key}: ${value}\r\n`)).join('')
  }

  #pass(bytes: Buffer) {
    if (bytes.length === 0) return
    this.#key.addBody(bytes)
    if (this.#mode === 'body') this.#output.push(bytes)
    if (this.#mode !== 'preamble') return
    this.#preamble.push(bytes)
    this.#preambleSize += bytes.length
    if (this.#preambleSize > maxPreamble) this.#readPreambleAsText()
  }

  #end() {
    if (this.#rest.length > 0 && !this.#consume(this.#rest, 0, 0, this.#rest.length)) this.#pass(this.#rest)
    if (this.#mode === 'headers' && (this.#part === this.headers || !this.#part.isEmpty)) this.#endHeaders()
    if (this.#mode === 'preamble') this.#readPreambleAsText()
    // The line break before a delimiter belongs to it, and a part that was closed has one already.
    const lineBreak = this.#mode === 'body' ? '\r\n' : ''
    this.#output.push(Buffer.from(`${lineBreak}--${this.#boundary}--\r\n`))
  }
}

function withoutBreak(line: Buffer) {
  let end = line.length
  while (end > 0 && (line[end - 1] === 0x0a || line[end - 1] === 0x0d)) end--
  return line.subarray(0, end)
}

/** The type in lower case, and the boundary of a multipart type (RFC 2045, section 5.1). */
function parseContentType(value: string | undefined) {
  const type = /^\s*([^\s;]+)/.exec(value ?? '')?.[1]?.toLowerCase()
  const boundary = type?.startsWith('multipart/') ? findBoundary(value!).trimEnd() : ''
  return { type, boundary: boundary || undefined }
}

/** Some programs divide the boundary, or name its language (RFC 2231). */
function findBoundary(value: string) {
  let boundary = ''
  for (const [, name, section, isExtended, raw] of value.matchAll(parameters)) {
    if (name!.toLowerCase() !== 'boundary' || (boundary !== '' && !section)) continue
    const text = raw!.startsWith('"') ? raw!.replace(/^"|"$/g, '').replace(/\\(.)/g, '$1') : raw!
    boundary += isExtended ? text.replace(/^[^']*'[^']*'/, '') : text
  }
  return boundary
}
