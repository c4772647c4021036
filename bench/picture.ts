import sharp from 'sharp'

/** A small picture in one colour, as a `data:` URL. */
export async function picture(background: string) {
  const bytes = await sharp({ create: { width: 640, height: 420, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return `data:image/jpeg;base64,${bytes.toString('base64')}`
}
