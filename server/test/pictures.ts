import sharp from 'sharp'

/** A single-coloured picture as a `data:` URL. */
export async function picture(
  type: 'png' | 'jpeg' | 'gif' | 'webp' | 'avif' = 'png',
  color = '#1877F2',
  width = 40,
  height = 30,
) {
  const bytes = await sharp({ create: { width, height, channels: 3, background: color } })
    .toFormat(type)
    .toBuffer()
  return dataUrl(bytes, `image/${type}`)
}

export function dataUrl(bytes: Buffer | string, type: string) {
  return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
}
