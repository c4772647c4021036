import type { ImageType } from '#contract/documents.ts'
import { maxEncodedPixels } from '#server/documents/images/maxPixels.ts'
import { avifParts } from './avifParts.ts'
import { gifParts } from './gifParts.ts'
import { imageLibrary } from './imageLibrary.ts'
import { jpegParts } from './jpegParts.ts'
import { pngParts } from './pngParts.ts'
import { webpParts } from './webpParts.ts'

const partsOf: Record<ImageType, (bytes: Buffer) => Buffer[] | undefined> = {
  'image/png': pngParts,
  'image/jpeg': jpegParts,
  'image/gif': gifParts,
  'image/webp': webpParts,
  'image/avif': avifParts,
}

/**
 * Removes metadata (place, time, owner, comments) and anything after the end of the picture. The pixels stay unchanged if
 * the file can be rewritten. Otherwise the image is re-encoded, an AVIF as a WebP, which takes a fraction of the time.
 * Returns the same buffer if there is nothing to remove. Rejects for a damaged image.
 */
export async function cleanImage(bytes: Buffer, type: ImageType): Promise<{ bytes: Buffer; type: ImageType }> {
  const parts = partsOf[type](bytes)
  if (!parts) return encodeAgain(bytes, type)
  const clean = Buffer.concat(parts)
  return { bytes: clean.equals(bytes) ? bytes : clean, type }
}

const quality = 90

async function encodeAgain(bytes: Buffer, type: ImageType): Promise<{ bytes: Buffer; type: ImageType }> {
  const isAnimated = type === 'image/gif' || type === 'image/webp'
  const sharp = imageLibrary()
  const image = sharp(bytes, { limitInputPixels: maxEncodedPixels, failOn: 'error', animated: isAnimated })
  const upright = (isAnimated ? image : image.autoOrient()).keepIccProfile()
  switch (type) {
    case 'image/png':
      return { bytes: await upright.png().toBuffer(), type }
    case 'image/jpeg':
      return { bytes: await upright.jpeg({ quality }).toBuffer(), type }
    case 'image/gif':
      return { bytes: await upright.gif().toBuffer(), type }
    default:
      return { bytes: await upright.webp({ quality, effort: 1 }).toBuffer(), type: 'image/webp' }
  }
}
