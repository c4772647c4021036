import { z } from 'zod'
import { limits } from './limits.ts'
import { requiredText } from './text.ts'

export const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'] as const
export type ImageType = (typeof imageTypes)[number]

/** The files other than images that a message may carry, by extension. The server checks their bytes too. */
export const fileExtensions = [
  '.pdf',
  '.txt',
  '.csv',
  '.tsv',
  '.md',
  '.log',
  '.json',
  '.xml',
  '.yaml',
  '.yml',
  '.eml',
  '.ics',
  '.vcf',
  '.doc',
  '.xls',
  '.ppt',
  '.msg',
  '.docx',
  '.xlsx',
  '.pptx',
  '.odt',
  '.ods',
  '.odp',
  '.rtf',
  '.zip',
  '.gz',
  '.tgz',
  '.tar',
  '.7z',
  '.rar',
  '.bz2',
  '.xz',
] as const
export type FileExtension = (typeof fileExtensions)[number]

/** A file to upload, as a `data:` URL. The server determines its type from the bytes. */
export const NewDocument = z
  .object({ name: requiredText(limits.documentName), url: z.string().min(1) })
  .meta({ id: 'NewDocument' })
export type NewDocument = z.infer<typeof NewDocument>

/** A stored file. `url` and `thumbnail` are signed, expire, and work in a plain `<img>` or link. */
export const EnquiryDocument = z
  .object({
    _id: z.uuid(),
    name: z.string(),
    url: z.string().describe('The file. Signed, expires, and works in a plain `<img>` or link.'),
    thumbnail: z.string().describe('A small version of it, signed like `url`.'),
    type: z.enum(imageTypes),
    size: z.number().int().describe('Bytes.'),
    width: z.number().int().describe('Pixels.'),
    height: z.number().int().describe('Pixels.'),
  })
  .meta({ id: 'EnquiryDocument' })
export type EnquiryDocument = z.infer<typeof EnquiryDocument>

/**
 * A file of a message. Images are shown. Every other file can only be downloaded: its `url` answers with
 * `content-disposition: attachment` and without a type that a browser would open.
 */
export const MessageFile = z
  .discriminatedUnion('kind', [
    EnquiryDocument.extend({ kind: z.literal('image') }),
    EnquiryDocument.pick({ _id: true, name: true, url: true, size: true }).extend({ kind: z.literal('file') }),
  ])
  .meta({ id: 'MessageFile' })
export type MessageFile = z.infer<typeof MessageFile>

/** The storage that a company's files use. */
export const StorageUse = z
  .object({
    usedBytes: z.number().int(),
    quotaBytes: z.number().int().describe('Uploads beyond this total are refused.'),
  })
  .meta({ id: 'StorageUse' })
export type StorageUse = z.infer<typeof StorageUse>

const units = ['KB', 'MB', 'GB', 'TB']

/** Formats a number of bytes, rounded down, such as `9.5 GB`. */
export function sizeText(bytes: number) {
  let size = bytes
  let unit = bytes === 1 ? 'byte' : 'bytes'
  for (const larger of units) {
    if (size < 1024) break
    size /= 1024
    unit = larger
  }
  const digits = unit.startsWith('byte') || size >= 10 ? 0 : 1
  const rounded = Math.floor(size * 10 ** digits) / 10 ** digits
  return `${rounded.toLocaleString('en')} ${unit}`
}
