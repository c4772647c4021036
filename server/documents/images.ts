import type { ImageType } from '#contract/documents.ts'
import { limits } from '#contract/limits.ts'
import { cleanImage } from '#server/documents/formats/cleanImage.ts'
import { imageLibrary } from '#server/documents/formats/imageLibrary.ts'
import { tooLarge, unsupportedType } from '#server/http/errors.ts'
import { fileTooLarge } from './dataUrls.ts'

export type Image = { bytes: Buffer; type: ImageType; width: number; height: number; thumbnail: Buffer }

const thumbnailPixels = 480
const picturePixels = 512
export const thumbnailType = 'image/webp'

export function thumbnailKey(sha256: string) {
  return `${sha256}.thumbnail`
}

/**
 * Returns the image without its metadata. The bytes decide its type, not its name. Throws, with a message for `field`, 413
 * for too many pixels, 415 for an unsupported or damaged image.
 */
export async function readImage(content: Buffer, field: string, name: string): Promise<Image> {
  const detectedType = requireType(content, field, name)
  await measure(content, field, name)
  const { bytes, type } = await unlessDamaged(cleanImage(content, detectedType), field, name)
  if (bytes.length > limits.documentBytes) throw fileTooLarge(field, name)
  const { width, height } = await measure(bytes, field, name)
  const thumbnail = await shrink(bytes, thumbnailPixels, field, name)
  return { bytes, type, width, height, thumbnail }
}

/** Converts the picture of a person or a company to a small WebP. Throws the same errors as `readImage`. */
export async function readPicture(content: Buffer, field: string, name: string): Promise<Buffer> {
  requireType(content, field, name)
  await measure(content, field, name)
  return shrink(content, picturePixels, field, name)
}

function requireType(bytes: Buffer, field: string, name: string) {
  const type = typeOf(bytes)
  if (type) return type
  throw unsupportedType(field, `“${name}” is not a supported image. Choose a PNG, JPEG, GIF, WebP or AVIF file`)
}

/** Whether the bytes begin like an image of a supported type. */
export function isImage(bytes: Buffer) {
  return typeOf(bytes) !== undefined
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

/** Reads only the header, so that a decompression bomb is refused before it is decoded. */
async function measure(bytes: Buffer, field: string, name: string) {
  const sharp = imageLibrary()
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

/** Returns a WebP whose longer side has at most `pixels`. */
async function shrink(bytes: Buffer, pixels: number, field: string, name: string) {
  const sharp = imageLibrary()
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
