import type { ImageType } from '#contract/documents.ts'
import { limits } from '#contract/limits.ts'
import { notAnImage, tooLarge } from '#web/components/forms/readImages.ts'
import { withoutMetadata } from './imageMetadata.ts'
import { imageTypeOf } from './imageType.ts'

/** Why a file is kept out, for the person who chose it. */
export class RefusedFile extends Error {}

/** Enough to read a page on a photograph, in pixels. */
const longestSide = 2560
const quality = 0.85

/** The image as it is sent: not larger than needed, and without where it was taken. Throws a `RefusedFile`. */
export async function prepareImage(file: File): Promise<Blob> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const type = imageTypeOf(bytes)
  if (!type) throw new RefusedFile(notAnImage(file))
  const picture = await decoded(file)
  try {
    const prepared = await lightened(bytes, type, picture)
    if (prepared.size > limits.documentBytes) throw new RefusedFile(tooLarge(file))
    return prepared
  } finally {
    picture.close()
  }
}

async function decoded(file: File) {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch {
    throw new RefusedFile(`${file.name} is damaged: this browser cannot show it`)
  }
}

async function lightened(bytes: Uint8Array, type: ImageType, picture: ImageBitmap): Promise<Blob> {
  const bare = withoutMetadata(bytes, type)
  const isTooLong = Math.max(picture.width, picture.height) > longestSide
  // Drawn anew, an animation would stand still.
  const isDrawnAnew = !bare || (!bare.isAnimated && (isTooLong || bare.isTurned))
  return isDrawnAnew ? drawnAnew(picture, type) : new Blob([bare.bytes], { type })
}

/** What browsers read and do not write. One that does not write WebP either writes PNG. */
const drawnAs: Partial<Record<ImageType, ImageType>> = { 'image/gif': 'image/png', 'image/avif': 'image/webp' }

async function drawnAnew(picture: ImageBitmap, type: ImageType) {
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height))
  const width = Math.max(1, Math.round(picture.width * scale))
  const height = Math.max(1, Math.round(picture.height * scale))
  const canvas = new OffscreenCanvas(width, height)
  const pen = canvas.getContext('2d')!
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(picture, 0, 0, width, height)
  return canvas.convertToBlob({ type: drawnAs[type] ?? type, quality })
}

const endings: Record<string, string> = { 'image/png': '.png', 'image/webp': '.webp' }

/** The name of a file whose picture had to be drawn as another type. */
export function nameAs(name: string, type: string) {
  return name.replace(/\.(gif|avif)$/i, (ending) => endings[type] ?? ending)
}
