import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type AttachmentStream, MailParser, type MessageText } from 'mailparser'
import { joinTexts } from './bodyText.ts'
import { readBounce } from './bounces.ts'
import { isWantedHeader, readHeaders } from './headers.ts'
import type { ParsedMail } from './parsedMail.ts'
import { MimeParts } from './parts/mimeParts.ts'
import { PartSorter } from './parts/partSorter.ts'
import { signedContent } from './parts/signedContent.ts'
import { findCollapsed } from './quotes.ts'

/** mailparser would join the texts, and read those that declare no charset as UTF-8. With no text types it passes on bytes. */
class PartStream extends MailParser {
  readonly textTypes: string[] = []
}

/** Reads the mail at `rawPath`, and writes its files into `folder`. Without its HTML, the text says that it was cut. */
export async function readMail(rawPath: string, folder: string, withoutHtml = false): Promise<ParsedMail> {
  const sorter = new PartSorter(folder)
  const mime = await sortParts(createReadStream(rawPath), sorter)
  const unread = mime.unread + (await openSealed(sorter))
  const { text, isCut } = joinTexts(sorter.texts, withoutHtml)
  const headers = readHeaders(mime.headers)
  const { reports, files } = sorter
  return {
    ...headers,
    isReaction: sorter.isReaction,
    bounce: readBounce(mime.headers, { ...headers, text, reports }),
    text,
    collapsed: findCollapsed(text, headers.subject),
    files,
    leftOut: sorter.leftOut(unread, isCut),
    contentKey: mime.contentKey(),
  }
}

/** Sorts the parts of a MIME entity, and returns its structure. */
async function sortParts(source: Readable, sorter: PartSorter) {
  const mime = new MimeParts(isWantedHeader)
  const stream = new PartStream({ ignoreEmbedded: true, keepDeliveryStatus: true, checksumAlgo: false })
  await Promise.all([pipeline(mime.rewrite(source), stream), addParts(stream, mime, sorter)])
  return mime
}

async function addParts(stream: AsyncIterable<AttachmentStream | MessageText>, mime: MimeParts, sorter: PartSorter) {
  let index = 0
  sorter.startMail()
  for await (const part of stream) {
    if (part.type === 'text') continue
    await sorter.add(part, mime.alternatives[index++])
    part.release!()
  }
}

/** Adds the parts of the mails within signed files. Other sealed files stay files. Returns the number of unread parts. */
async function openSealed(sorter: PartSorter) {
  let unread = 0
  // A mail that is signed again and again is opened once.
  for (let left = sorter.sealed.length; left > 0; left--) {
    const file = sorter.sealed.shift()!
    const content = signedContent(await readFile(file.path))
    if (content) unread += (await sortParts(Readable.from([content]), sorter)).unread
    else sorter.keep(file)
  }
  for (const file of sorter.sealed.splice(0)) sorter.keep(file)
  return unread
}
