import sharp from 'sharp'

/** A picture file as a person would choose it. */
export async function pictureFile(name: string, background: string, width = 640, height = 420) {
  const buffer = await sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}
