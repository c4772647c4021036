import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { imageTypeOf, isAnimated } from './imageType.ts'

const frames = { width: 4, height: 8, channels: 3, pageHeight: 4 } as const
const animation = () => sharp(randomBytes(4 * 8 * 3), { raw: frames })
const picture = () => sharp({ create: { width: 4, height: 4, channels: 4, background: '#80808080' } })
const place = { IFD0: { Make: 'Camera' } }

/** A PNG whose picture comes after chunks of these names, each of 10,000 bytes. */
async function pngWith(...names: string[]) {
  const png = await picture().png().toBuffer()
  const chunks = names.map((name) => {
    const chunk = Buffer.alloc(12 + 10_000)
    chunk.writeUInt32BE(10_000)
    chunk.write(name, 4, 'latin1')
    return chunk
  })
  const start = png.indexOf('IDAT') - 4
  return Buffer.concat([png.subarray(0, start), ...chunks, png.subarray(start)])
}

test.each<[string, boolean, () => Promise<Buffer>]>([
  ['a WebP with frames', true, () => animation().webp().toBuffer()],
  [
    'a WebP with frames, a profile and metadata',
    true,
    () => animation().withMetadata().withExif(place).webp().toBuffer(),
  ],
  ['a transparent WebP with metadata', false, () => picture().withExif(place).webp().toBuffer()],
  ['a plain WebP', false, () => picture().removeAlpha().webp().toBuffer()],
  ['a PNG with frames after a long profile', true, () => pngWith('iCCP', 'acTL')],
  ['a PNG with a long profile', false, () => pngWith('iCCP')],
  [
    'a JPEG that contains these words',
    false,
    () =>
      picture()
        .withExif({ IFD0: { Make: 'acTL ANIM' } })
        .jpeg()
        .toBuffer(),
  ],
  ['a GIF, which may have frames', true, () => picture().gif().toBuffer()],
])('%s is animated: %s', async (_name, expected, make) => {
  const bytes = await make()
  expect(isAnimated(bytes, imageTypeOf(bytes)!)).toBe(expected)
})
