import sharp from 'sharp'

/** A JPEG, as a file input takes it. */
export async function pictureFile(name: string, background: string, width = 640, height = 420) {
  const buffer = await sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}
