import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { AttachmentStream, StructuredHeader } from 'mailparser'
import { limits } from '#contract/limits.ts'
import type { TextPart } from '#server/mail/parsing/bodyText.ts'
import { decodeWords, headersIn } from '#server/mail/parsing/headerLines.ts'
import type { ParsedFile, ParsedMail } from '#server/mail/parsing/parsedMail.ts'
import { nameOfPart } from './partNames.ts'
import { isSealedMail, isSignature } from './signedContent.ts'

/** More than the longest text that is accepted, in any charset and with the markup of HTML. */
const maxTextBytes = 2 * 1024 * 1024
const maxAllTextBytes = 4 * 1024 * 1024
/** The beginning of a report or of an attached mail, which has its headers. */
const maxReportBytes = 64 * 1024
/** How many files that are too many are named. The others are only counted. */
const maxNamed = 20

/** A part that may say which mail was not delivered, and to whom. */
export type Report = { type: string; content: Buffer }

/** No mail has so many parts. */
const moreThanParts = 1_000_000

/** Gmail's form of a reaction, beside the text that says it. */
const reaction = 'text/vnd.google.email-reaction+json'

/** Whether a part is another form of the text, which mail programs do not show either. An invitation is more. */
function isOtherForm(type: string) {
  return type.startsWith('text/') && type !== 'text/calendar'
}

/** Sorts the parts of a mail into texts, files, and what is left out. */
export class PartSorter {
  readonly texts: TextPart[] = []
  readonly files: ParsedFile[] = []
  readonly reports: Report[] = []
  /** Files that may have a mail within them. */
  readonly sealed: ParsedFile[] = []
  /** Whether the mail is a single sign, such as a thumb. */
  isReaction = false
  readonly #leftOut: ParsedMail['leftOut'] = []
  #saved = 0
  #mails = 0
  #tooMany = 0
  #textBytes = 0

  constructor(readonly folder: string) {}

  /** Each mail numbers its alternatives from the beginning, also one within another. */
  startMail() {
    this.#mails++
  }

  /** Reads the content of a part to its end. */
  async add(part: AttachmentStream, alternative: number | undefined) {
    const type = part.contentType || 'text/plain'
    const isText = type === 'text/plain' || type === 'text/html'
    const isNamed = part.contentDisposition === 'attachment' || part.filename
    if (isText && !isNamed) await this.#addText(part, this.#withinMail(alternative))
    else if (alternative !== undefined && isOtherForm(type) && !isNamed) {
      this.isReaction ||= type === reaction
      await collect(part.content, 0)
    } else if (isSignature(type, part.filename)) await collect(part.content, 0)
    else await this.#addFile(part, type)
  }

  #withinMail(alternative: number | undefined) {
    return alternative === undefined ? undefined : alternative + this.#mails * moreThanParts
  }

  /** `unread` parts were not added, because there are too many. */
  leftOut(unread: number, isTextCut: boolean) {
    const more = Math.max(0, this.#tooMany - maxNamed) + unread
    const unnamed = more > 0 ? [{ name: `+${more}`, reason: 'count' as const }] : []
    const cut = isTextCut ? [{ name: 'text', reason: 'text' as const }] : []
    return [...this.#leftOut, ...unnamed, ...cut]
  }

  async #addText({ content, contentType, headers }: AttachmentStream, alternative: number | undefined) {
    const max = Math.max(0, Math.min(maxTextBytes, maxAllTextBytes - this.#textBytes))
    const { bytes, size } = await collect(content, max)
    this.#textBytes += bytes.length
    const { charset, format, delsp } = (headers.get('content-type') as StructuredHeader | undefined)?.params ?? {}
    const isFlowed = format?.toLowerCase() === 'flowed'
    const flow = isFlowed ? (delsp?.toLowerCase() === 'yes' ? 'deleted space' : 'flowed') : 'fixed'
    this.texts.push({ bytes, charset, isHtml: contentType === 'text/html', flow, alternative, isCut: size > max })
  }

  async #addFile({ content, filename }: AttachmentStream, type: string) {
    const isReport = type.startsWith('message/') || type === 'text/rfc822-headers'
    const isSealed = isSealedMail(type, filename)
    const max = isSealed ? limits.incoming.bytes : limits.documentBytes
    const isTooMany = this.files.length + this.sealed.length >= limits.incoming.files
    const path = isTooMany ? undefined : join(this.folder, String(this.#saved++))
    const { head, size } = await save(content, path, max, isReport ? maxReportBytes : 0)
    if (isReport) this.reports.push({ type, content: head })
    const name = nameOfPart(filename, type, type === 'message/rfc822' ? subjectOf(head) : undefined)
    if (isTooMany) this.#leaveOut(name)
    else if (isSealed && size <= max) this.sealed.push({ path: path!, name, size })
    else this.keep({ path: path!, name, size })
  }

  /** Adds a file, unless it is too large. */
  keep(file: ParsedFile) {
    if (file.size > limits.documentBytes) this.#leftOut.push({ name: file.name, reason: 'size' })
    else this.files.push(file)
  }

  #leaveOut(name: string) {
    this.#tooMany++
    if (this.#tooMany <= maxNamed) this.#leftOut.push({ name, reason: 'count' })
  }
}

/** Reads all of the content, and keeps its first bytes. */
async function collect(content: Readable, max: number) {
  const kept: Buffer[] = []
  let size = 0
  for await (const chunk of content as AsyncIterable<Buffer>) {
    if (size < max) kept.push(chunk.subarray(0, max - size))
    size += chunk.length
  }
  return { bytes: Buffer.concat(kept), size }
}

/** Writes the content to a file, unless it is too large. Returns its size and its first bytes. */
async function save(content: Readable, path: string | undefined, max: number, maxHead: number) {
  const file = path === undefined ? undefined : await open(path, 'w')
  const head: Buffer[] = []
  let size = 0
  for await (const chunk of content as AsyncIterable<Buffer>) {
    if (size < maxHead) head.push(chunk.subarray(0, maxHead - size))
    size += chunk.length
    if (size <= max) await file?.write(chunk)
  }
  await file?.close()
  if (path !== undefined && size > max) await rm(path)
  return { head: Buffer.concat(head), size }
}

function subjectOf(head: Buffer) {
  const subject = headersIn(head, ['subject']).first('subject')
  return subject === undefined ? undefined : decodeWords(subject)
}
