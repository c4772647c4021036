import type { ImageType } from '#contract/documents.ts'
import { limits } from '#contract/limits.ts'
import { fileTooLarge } from '#server/documents/dataUrls.ts'
import { tooLarge, unsupportedType } from '#server/http/errors.ts'
import { readInProcess } from './imageProcess.ts'
import type { ImageTask, ReadImage } from './imageWorker.ts'
import { maxPixels } from './maxPixels.ts'

export const thumbnailType = 'image/webp'

export function thumbnailKey(sha256: string) {
  return `${sha256}.thumbnail`
}

/**
 * Returns the image without its metadata. The bytes decide its type, not its name. Throws, with a message for
 * `field`, 413 for too many pixels, 415 for an unsupported or damaged image.
 */
export async function readImage(content: Buffer, field: string, name: string): Promise<ReadImage> {
  const image = await read('image', content, field, name)
  if (image.bytes.length > limits.documentBytes) throw fileTooLarge(field, name)
  return image
}

/** Converts the picture of a person or a company to a small WebP. Throws the same errors as `readImage`. */
export async function readPicture(content: Buffer, field: string, name: string): Promise<Buffer> {
  return (await read('picture', content, field, name)).bytes
}

/** Whether the bytes begin like an image of a supported type. */
export function isImage(bytes: Buffer) {
  return typeOf(bytes) !== undefined
}

async function read(kind: ImageTask['kind'], bytes: Buffer, field: string, name: string) {
  const type = typeOf(bytes)
  if (!type) {
    throw unsupportedType(field, `“${name}” is not a supported image. Choose a PNG, JPEG, GIF, WebP or AVIF file`)
  }
  const image = await readInProcess({ kind, bytes, type })
  if (!('problem' in image)) return image
  if (image.problem === 'damaged') {
    throw unsupportedType(field, `“${name}” is damaged and cannot be shown. Choose another file`)
  }
  if (image.problem === 'slow') throw tooLarge(field, `“${name}” takes too long to read. Choose a smaller picture`)
  const most = maxPixels[type] / 1_000_000
  throw tooLarge(field, `“${name}” has more than ${most} million pixels. Choose a smaller picture`)
}

function typeOf(bytes: Buffer): ImageType | undefined {
  const ascii = (start: number, end: number) => bytes.toString('latin1', start, end)
  if (ascii(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  if (ascii(0, 3) === '\xff\xd8\xff') return 'image/jpeg'
  if (ascii(0, 6) === 'GIF87a' || ascii(0, 6) === 'GIF89a') return 'image/gif'
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return 'image/webp'
  // The `ftyp` box lists the file's own brand and then the compatible ones (ISO/IEC 14496-12).
  if (ascii(4, 8) === 'ftyp' && /avi[fs]/.test(ascii(8, Math.min(bytes.readUInt32BE(0), 64)))) return 'image/avif'
  return undefined
}
