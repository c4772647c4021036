import type { ImageType } from '#contract/documents.ts'
import { limits } from '#contract/limits.ts'
import { encoded } from '#web/components/encodedPicture.ts'
import { notAnImage, tooLarge } from '#web/components/forms/readImages.ts'
import { imageTypeOf, isAnimated } from './imageType.ts'

/** Its message tells the person why the file is refused. */
export class RefusedFile extends Error {}

/** Enough to read a photographed page. */
const maxSidePx = 2560
const quality = 0.85

/** Shrinks a large image. The server removes metadata, such as where it was taken. Throws a `RefusedFile`. */
export async function prepareImage(file: File): Promise<Blob> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const type = imageTypeOf(bytes)
  if (!type) throw new RefusedFile(notAnImage(file))
  const picture = await decode(file)
  try {
    const prepared = await shrink(bytes, type, picture)
    if (prepared.size > limits.documentBytes) throw new RefusedFile(tooLarge(file))
    return prepared
  } finally {
    picture.close()
  }
}

async function decode(file: File) {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch {
    throw new RefusedFile(`${file.name} is damaged: this browser cannot show it`)
  }
}

async function shrink(bytes: Uint8Array<ArrayBuffer>, type: ImageType, picture: ImageBitmap): Promise<Blob> {
  const original = new Blob([bytes], { type })
  // Redrawing would keep only the first frame of an animation.
  if (Math.max(picture.width, picture.height) <= maxSidePx || isAnimated(bytes, type)) return original
  const redrawn = await redraw(picture, type)
  return redrawn.size < original.size ? redrawn : original
}

/** Types that browsers can decode but not encode. */
const redrawnTypes: Partial<Record<ImageType, ImageType>> = { 'image/avif': 'image/webp' }

async function redraw(picture: ImageBitmap, type: ImageType) {
  const scale = Math.min(1, maxSidePx / Math.max(picture.width, picture.height))
  const width = Math.max(1, Math.round(picture.width * scale))
  const height = Math.max(1, Math.round(picture.height * scale))
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This device has no room to draw the picture')
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, width, height)
  return encoded(canvas, redrawnTypes[type] ?? type, quality)
}

const extensions: Record<string, string> = { 'image/png': '.png', 'image/jpeg': '.jpg', 'image/webp': '.webp' }

/** The name with the extension of the type that the image was redrawn as. */
export function nameForType(name: string, type: string) {
  return name.replace(/\.(webp|avif)$/i, (extension) => extensions[type] ?? extension)
}
