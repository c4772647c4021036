import { encoded } from '#web/components/encodedPicture.ts'

/** Enough to read a photographed page. */
const maxSidePx = 2560
const quality = 0.85

/** A large image, redrawn smaller. Any other image, or one that this browser cannot redraw, stays as it is. */
export async function shrinkImage(file: File): Promise<File> {
  // Redrawing would keep only the first frame of an animation.
  if (file.type === 'image/gif') return file
  try {
    return await redrawn(file)
  } catch {
    return file
  }
}

async function redrawn(file: File) {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const scale = maxSidePx / Math.max(picture.width, picture.height)
  const smaller = scale < 1 ? await draw(picture, scale, file.type) : undefined
  picture.close()
  if (!smaller || smaller.size >= file.size) return file
  return new File([smaller], nameForType(file.name, smaller.type), { type: smaller.type })
}

function draw(picture: ImageBitmap, scale: number, type: string) {
  const width = Math.max(1, Math.round(picture.width * scale))
  const height = Math.max(1, Math.round(picture.height * scale))
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')!
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, width, height)
  // WebP keeps transparency.
  return encoded(canvas, type === 'image/jpeg' ? type : 'image/webp', quality)
}

function nameForType(name: string, type: string) {
  if (type === 'image/jpeg' && /\.jpe?g$/i.test(name)) return name
  return name.replace(/(\.[a-z]+)?$/i, `.${type.slice('image/'.length)}`)
}
