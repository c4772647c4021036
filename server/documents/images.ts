import sharp from 'sharp'
import type { ImageType } from '#contract/documents.ts'
import { limits } from '#contract/limits.ts'
import { cleanImage } from '#server/documents/formats/cleanImage.ts'
import { tooLarge, unsupportedType } from '#server/http/errors.ts'
import { fileTooLarge } from './dataUrls.ts'

// Every upload is another picture, so a cache would only hold memory.
sharp.cache(false)
sharp.concurrency(1)

export type Image = { bytes: Buffer; type: ImageType; width: number; height: number; thumbnail: Buffer }

const thumbnailPixels = 480
const picturePixels = 512
export const thumbnailType = 'image/webp'

export function thumbnailKey(sha256: string) {
  return `${sha256}.thumbnail`
}

/**
 * An image without metadata, known by its bytes whatever its name says.
 * Refused, with a message for `field`: too many pixels (413), and what is not an image that we take (415).
 */
export async function readImage(content: Buffer, field: string, name: string): Promise<Image> {
  const given = requireType(content, field, name)
  await measure(content, field, name)
  const { bytes, type } = await unlessDamaged(cleanImage(content, given), field, name)
  if (bytes.length > limits.documentBytes) throw fileTooLarge(field, name)
  const { width, height } = await measure(bytes, field, name)
  const thumbnail = await shrunk(bytes, thumbnailPixels, field, name)
  return { bytes, type, width, height, thumbnail }
}

/** The picture of a person or a company, which is shown small: always a WebP. Refused as `readImage` refuses. */
export async function readPicture(content: Buffer, field: string, name: string): Promise<Buffer> {
  requireType(content, field, name)
  await measure(content, field, name)
  return shrunk(content, picturePixels, field, name)
}

function requireType(bytes: Buffer, field: string, name: string) {
  const type = typeOf(bytes)
  if (type) return type
  throw unsupportedType(field, `“${name}” is not an image we can take. Choose a PNG, JPEG, GIF, WebP or AVIF file`)
}

function typeOf(bytes: Buffer): ImageType | undefined {
  const ascii = (start: number, end: number) => bytes.toString('latin1', start, end)
  if (ascii(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  if (ascii(0, 3) === '\xff\xd8\xff') return 'image/jpeg'
  if (ascii(0, 6) === 'GIF87a' || ascii(0, 6) === 'GIF89a') return 'image/gif'
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return 'image/webp'
  // A file names its own brand first and then those it is compatible with.
  if (ascii(4, 8) === 'ftyp' && /avi[fs]/.test(ascii(8, Math.min(bytes.readUInt32BE(0), 64)))) return 'image/avif'
  return undefined
}

/** Reads the header only, so that a bomb is refused before any of it is unpacked. */
async function measure(bytes: Buffer, field: string, name: string) {
  const reading = sharp(bytes, { limitInputPixels: false }).metadata()
  const { width, height, orientation = 1 } = await unlessDamaged(reading, field, name)
  if (width * height > limits.documentPixels) {
    throw tooLarge(
      field,
      `“${name}” has more than ${limits.documentPixels / 1_000_000} million pixels. Choose a smaller picture`,
    )
  }
  const isTurned = orientation >= 5
  return isTurned ? { width: height, height: width } : { width, height }
}

/** As a WebP no side of which is longer than `pixels`. */
async function shrunk(bytes: Buffer, pixels: number, field: string, name: string) {
  const shrinking = sharp(bytes, { limitInputPixels: limits.documentPixels, failOn: 'error' })
    .autoOrient()
    .resize(pixels, pixels, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 78 })
    .toBuffer()
  return unlessDamaged(shrinking, field, name)
}

async function unlessDamaged<T>(work: Promise<T>, field: string, name: string) {
  return work.catch(() => {
    throw unsupportedType(field, `“${name}” is damaged and cannot be shown. Choose another file`)
  })
}
