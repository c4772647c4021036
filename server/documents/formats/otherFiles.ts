import { isUtf8 } from 'node:buffer'
import type { FileExtension } from '#contract/documents.ts'
import { yieldToEventLoop } from '#server/scheduling/yieldToEventLoop.ts'

type Check = (bytes: Buffer) => boolean | Promise<boolean>

const zip = startsWith('PK\x03\x04', 'PK\x05\x06')
const compoundFile = startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')
const gzip = startsWith('\x1f\x8b\x08')
/** Office encrypts a document with a password into a compound file ([MS-OFFCRYPTO], section 2.3). */
const officeOpenXml: Check = (bytes) => zip(bytes) || compoundFile(bytes)
const text: Check = async (bytes) => isUtf8Text(bytes) || (await isUtf16Text(bytes)) || isSingleByteText(bytes)

/** How to recognise the content of a file by its first bytes. Nothing is ever unpacked, so a large archive costs nothing. */
const checks: Record<FileExtension, Check> = {
  // Some programs write a byte order mark or empty lines first.
  '.pdf': (bytes) => /^(?:\xef\xbb\xbf)?\s*%PDF-/.test(bytes.toString('latin1', 0, 1024)),
  '.txt': text,
  '.csv': text,
  '.tsv': text,
  '.md': text,
  '.log': text,
  '.json': text,
  '.xml': text,
  '.yaml': text,
  '.yml': text,
  '.eml': text,
  '.ics': text,
  '.vcf': text,
  '.doc': compoundFile,
  '.xls': compoundFile,
  '.ppt': compoundFile,
  '.msg': compoundFile,
  '.docx': officeOpenXml,
  '.xlsx': officeOpenXml,
  '.pptx': officeOpenXml,
  '.odt': zip,
  '.ods': zip,
  '.odp': zip,
  '.rtf': startsWith('{\\rtf'),
  '.zip': zip,
  '.gz': gzip,
  '.tgz': gzip,
  '.tar': (bytes) => bytes.toString('latin1', 257, 262) === 'ustar',
  '.7z': startsWith('7z\xbc\xaf\x27\x1c'),
  '.rar': startsWith('Rar!\x1a\x07'),
  '.bz2': startsWith('BZh'),
  '.xz': startsWith('\xfd7zXZ\0'),
}

/** Whether a message may carry files with this extension, which is in lower case. */
export function isFileExtension(extension: string): extension is FileExtension {
  return Object.hasOwn(checks, extension)
}

export function isText(extension: FileExtension) {
  return checks[extension] === text
}

/** Whether the content of a file is what its extension says. */
export async function hasContentOf(extension: FileExtension, bytes: Buffer) {
  return checks[extension](bytes)
}

function startsWith(...signatures: string[]) {
  return (bytes: Buffer) => signatures.some((signature) => bytes.toString('latin1', 0, signature.length) === signature)
}

function isUtf8Text(bytes: Buffer) {
  return isUtf8(bytes) && !bytes.includes(0)
}

/** In bytes. Decoding this much takes a few milliseconds. */
const chunkBytes = 1024 * 1024

/** Only with a byte order mark: without one, most binary data would pass. */
async function isUtf16Text(bytes: Buffer) {
  const mark = bytes.toString('latin1', 0, 2)
  if (mark !== '\xff\xfe' && mark !== '\xfe\xff') return false
  const decoder = new TextDecoder(mark === '\xff\xfe' ? 'utf-16le' : 'utf-16be', { fatal: true })
  try {
    for (let at = 0; at < bytes.length; at += chunkBytes) {
      const isLast = at + chunkBytes >= bytes.length
      if (decoder.decode(bytes.subarray(at, at + chunkBytes), { stream: !isLast }).includes('\0')) return false
      await yieldToEventLoop()
    }
    return true
  } catch {
    return false
  }
}

/** Text in an older encoding such as Windows-1252, which some spreadsheets still write. It is never shown, only saved. */
async function isSingleByteText(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    // Control characters other than tabs, line and page breaks, and escapes.
    // oxlint-disable-next-line no-control-regex
    if (/[\0-\x08\x0e-\x1a\x1c-\x1f\x7f]/.test(bytes.toString('latin1', at, at + chunkBytes))) return false
    await yieldToEventLoop()
  }
  return true
}
