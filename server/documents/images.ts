import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { ImageType } from '#contract/documents.ts'
import { limits } from '#contract/limits.ts'
import { invalid, tooLarge, unsupportedType } from '#server/http/errors.ts'
import { yieldToEventLoop } from '#server/yieldToEventLoop.ts'

// Every upload is another picture, so a cache would only hold memory.
sharp.cache(false)
sharp.concurrency(1)

export type Image = {
  bytes: Buffer
  sha256: string
  type: ImageType
  width: number
  height: number
  thumbnail: Buffer
}

const megabytes = limits.documentBytes / 1024 / 1024
const thumbnailPixels = 480
export const thumbnailType = 'image/webp'

export function thumbnailKey(sha256: string) {
  return `${sha256}.thumbnail`
}

/**
 * The image that a `data:` URL holds, known by its bytes whatever it is called.
 * Refused, with a message for `field`: what is no data URL (400), too large (413), no image we take (415).
 */
export async function readImage(dataUrl: string, field: string, name: string): Promise<Image> {
  const bytes = await decode(dataUrl, field, name)
  const type = typeOf(bytes)
  if (!type) {
    throw unsupportedType(field, `“${name}” is not an image we can take. Choose a PNG, JPEG, GIF, WebP or AVIF file`)
  }
  const { width, height } = await measure(bytes, field, name)
  const thumbnail = await thumbnailOf(bytes, field, name)
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex'), type, width, height, thumbnail }
}

/** Characters that are decoded without a pause; four of them make three bytes. */
const partLength = 1024 * 1024

async function decode(dataUrl: string, field: string, name: string) {
  const comma = dataUrl.indexOf(',')
  const head = comma < 0 ? '' : dataUrl.slice(0, comma)
  const content = dataUrl.slice(comma + 1)
  if (!/^data:[^,]*;base64$/i.test(head) || content === '') {
    throw invalid({ [field]: `“${name}” arrived without its content. Add the file again` })
  }
  if (content.length > Math.ceil(limits.documentBytes / 3) * 4) throw fileTooLarge(field, name)
  const parts: Buffer[] = []
  for (let from = 0; from < content.length; from += partLength) {
    await yieldToEventLoop()
    const part = content.slice(from, from + partLength)
    if (/[^A-Za-z0-9+/=]/.test(part)) throw arrivedDamaged(field, name)
    parts.push(Buffer.from(part, 'base64'))
  }
  const bytes = Buffer.concat(parts)
  // Node stops at padding; a content that lost characters is a broken one.
  const padding = content.endsWith('==') ? 2 : content.endsWith('=') ? 1 : 0
  if (bytes.length !== Math.floor(((content.length - padding) * 3) / 4)) throw arrivedDamaged(field, name)
  if (bytes.length > limits.documentBytes) throw fileTooLarge(field, name)
  return bytes
}

function arrivedDamaged(field: string, name: string) {
  return invalid({ [field]: `“${name}” arrived damaged. Add the file again` })
}

function fileTooLarge(field: string, name: string) {
  return tooLarge(field, `“${name}” is larger than ${megabytes} MB. Choose a smaller file`)
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
  const {
    width,
    height,
    orientation = 1,
  } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw damaged(field, name)
    })
  if (width * height > limits.documentPixels) {
    throw tooLarge(
      field,
      `“${name}” has more than ${limits.documentPixels / 1_000_000} million pixels. Choose a smaller picture`,
    )
  }
  const isTurned = orientation >= 5
  return isTurned ? { width: height, height: width } : { width, height }
}

async function thumbnailOf(bytes: Buffer, field: string, name: string) {
  return sharp(bytes, { limitInputPixels: limits.documentPixels, failOn: 'error' })
    .autoOrient()
    .resize(thumbnailPixels, thumbnailPixels, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 78 })
    .toBuffer()
    .catch(() => {
      throw damaged(field, name)
    })
}

function damaged(field: string, name: string) {
  return unsupportedType(field, `“${name}” is damaged and cannot be shown. Choose another file`)
}
