import type { ImageType } from '#contract/documents.ts'
import { cleanImage } from '#server/documents/formats/cleanImage.ts'
import { imageLibrary } from '#server/documents/formats/imageLibrary.ts'
import { maxPixels } from './maxPixels.ts'

const thumbnailPixels = 480
const picturePixels = 512

/** `image` cleans an image and makes a thumbnail; `picture` makes the small picture of a person or a company. */
export type ImageTask = { kind: 'image' | 'picture'; bytes: Buffer; type: ImageType }

/** An image without its metadata, and a WebP of it. For a `picture`, the bytes are that WebP as well. */
export type ReadImage = { bytes: Buffer; type: ImageType; width: number; height: number; thumbnail: Buffer }

export type ImageReply = ReadImage | { problem: 'pixels' | 'damaged' }

/** A process of its own, because nothing but its end stops a decoder. It answers each task with one reply. */
process.on('message', async (task: ImageTask) => process.send!(await replyTo(task)))
process.on('disconnect', () => process.exit())

async function replyTo(task: ImageTask): Promise<ImageReply> {
  try {
    return await read({ ...task, bytes: Buffer.from(task.bytes) })
  } catch {
    return { problem: 'damaged' }
  }
}

async function read({ kind, bytes, type }: ImageTask): Promise<ImageReply> {
  const size = await measure(bytes)
  if (size.width * size.height > maxPixels[type]) return { problem: 'pixels' }
  if (kind === 'picture') {
    const picture = await shrink(bytes, picturePixels)
    return { bytes: picture, type: 'image/webp', ...size, thumbnail: picture }
  }
  const clean = await cleanImage(bytes, type)
  return { ...clean, ...(await measure(clean.bytes)), thumbnail: await shrink(clean.bytes, thumbnailPixels) }
}

/** Reads only the header, so that a decompression bomb is refused before it is decoded. */
async function measure(bytes: Buffer) {
  const { width, height, orientation = 1 } = await imageLibrary()(bytes, { limitInputPixels: false }).metadata()
  const isTurned = orientation >= 5
  return isTurned ? { width: height, height: width } : { width, height }
}

/** Returns a WebP whose longer side has at most `pixels`. */
function shrink(bytes: Buffer, pixels: number) {
  return imageLibrary()(bytes, { limitInputPixels: maxPixels['image/jpeg'], failOn: 'error' })
    .autoOrient()
    .resize(pixels, pixels, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 78 })
    .toBuffer()
}
