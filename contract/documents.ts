import { z } from 'zod'
import { limits } from './limits.ts'
import { requiredText } from './text.ts'

export const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'] as const
export type ImageType = (typeof imageTypes)[number]

/** A file on its way in: its content as an inline `data:` URL. What it really is, its bytes decide. */
export const NewDocument = z
  .object({ name: requiredText(limits.documentName), url: z.string().min(1) })
  .meta({ id: 'NewDocument' })
export type NewDocument = z.infer<typeof NewDocument>

/** A stored file: `url` and `thumbnail` are signed, expire, and open in a plain `<img>` or link. */
export const EnquiryDocument = z
  .object({
    _id: z.uuid(),
    name: z.string(),
    url: z.string(),
    thumbnail: z.string(),
    type: z.enum(imageTypes),
    size: z.number().int().describe('bytes'),
    width: z.number().int().describe('pixels'),
    height: z.number().int().describe('pixels'),
  })
  .meta({ id: 'EnquiryDocument' })
export type EnquiryDocument = z.infer<typeof EnquiryDocument>

/** What the files of a company take. */
export const StorageUse = z
  .object({ usedBytes: z.number().int(), quotaBytes: z.number().int().describe('no file is taken beyond it') })
  .meta({ id: 'StorageUse' })
export type StorageUse = z.infer<typeof StorageUse>

const units = ['KB', 'MB', 'GB', 'TB']

/** A number of bytes as people say it, such as `9.5 GB`: rounded down. */
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
