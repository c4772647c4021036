import { decodeText } from './charsets.ts'

/** A header with its value on one line. The key is in lower case. */
type HeaderLine = { key: string; value: string }

/** A mail has few of each header. A server that adds its own puts them at the top. */
const maxPerKey = 20
const maxLines = 100_000
const maxValue = 64 * 1024
const maxTotal = 512 * 1024

const words = /(?:=\?[^?\s]{1,100}\?[bq]\?[^?]*\?=)+/gi
const word = /=\?([^?\s]{1,100})\?([bq])\?([^?]*)\?=/gi

/** Collects the wanted lines of a block of headers, as many as fit into a bounded amount of memory. */
export class HeaderLines {
  readonly lines: HeaderLine[] = []
  readonly #counts = new Map<string, number>()
  #read = 0
  #total = 0
  #current: HeaderLine | undefined

  constructor(readonly isWanted: (key: string) => boolean) {}

  get isEmpty() {
    return this.#read === 0
  }

  /** Adds a line of the block, without its line break. Returns false if it cannot belong to a header. */
  add(bytes: Buffer) {
    if (++this.#read > maxLines) return true
    const line = decodeText(bytes.subarray(0, maxValue), undefined)
    const isFirst = this.#read === 1
    // Some programs do not indent the parameters that they put on a line of their own.
    if (!isFirst && /^(?:[ \t]|[\w*-]+=)/.test(line)) {
      this.#append(line.replace(/^\t/, ' '))
      return true
    }
    const name = /^[ \t]*([!-9;-~]{1,200})[ \t]*:/.exec(line)
    if (!name) return isFirst && /^>?From /.test(line)
    this.#begin(name[1]!.toLowerCase())
    this.#append(line.slice(name[0].length).trim())
    return true
  }

  first(key: string) {
    return this.lines.find((line) => line.key === key)?.value
  }

  all(...keys: string[]) {
    return keys.flatMap((key) => this.lines.filter((line) => line.key === key).map(({ value }) => value))
  }

  #begin(key: string) {
    const count = (this.#counts.get(key) ?? 0) + 1
    this.#current = undefined
    if (!this.isWanted(key) || count > maxPerKey) return
    this.#counts.set(key, count)
    this.#current = { key, value: '' }
    this.lines.push(this.#current)
  }

  #append(text: string) {
    if (!this.#current) return
    this.#total += text.length
    if (this.#total > maxTotal || this.#current.value.length + text.length > maxValue) return
    this.#current.value += text
  }
}

/** The wanted headers at the beginning of a mail or of a report. */
export function headersIn(content: Buffer, wanted: string[]) {
  const headers = new HeaderLines((key) => wanted.includes(key))
  for (const line of content.toString('latin1').split(/\r?\n/)) {
    if (line === '' || !headers.add(Buffer.from(line, 'latin1'))) break
  }
  return headers
}

/** Decodes the encoded words of a header that is a text (RFC 2047). */
export function decodeWords(value: string) {
  return value.replace(/(\?=)[ \t]+(?==\?)/g, '$1').replace(words, decodeRun)
}

/** Some programs divide a character between two words, so the bytes are joined before they are decoded. */
function decodeRun(run: string) {
  let text = ''
  let charset = ''
  let bytes: Buffer[] = []
  const flush = () => {
    text += decodeText(Buffer.concat(bytes), charset)
    bytes = []
  }
  for (const [, named, encoding, content] of run.matchAll(word)) {
    // RFC 2231 adds a language: `utf-8*en`.
    const next = named!.toLowerCase().replace(/\*.*/, '')
    if (next !== charset) flush()
    charset = next
    bytes.push(encoding!.toLowerCase() === 'b' ? Buffer.from(content!, 'base64') : fromQ(content!))
  }
  flush()
  return text
}

function fromQ(content: string) {
  const bytes = Buffer.from(content)
    .toString('latin1')
    .replaceAll('_', ' ')
    .replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1')
}
