import sharp from 'sharp'

/** A WebP photo that pages shrink to 2560 px. Its grain would make it far larger as a PNG. */
export function largePhoto() {
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const
  return sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#c08040', noise } })
    .webp()
    .toBuffer()
}

/** A JPEG, as a file input takes it. */
export async function pictureFile(name: string, background: string, width = 640, height = 420) {
  const buffer = await sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}
