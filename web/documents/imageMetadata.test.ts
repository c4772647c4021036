import sharp from 'sharp'
import { expect, test } from 'vitest'
import { withoutMetadata } from './imageMetadata.ts'

const place = { IFD0: { Make: 'Camera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' } }

function photograph(format: 'jpeg' | 'png' | 'webp', orientation = 1) {
  const noise = { type: 'gaussian', mean: 120, sigma: 40 } as const
  return sharp({ create: { width: 60, height: 40, channels: 3, background: '#808080', noise } })
    .withMetadata({ orientation })
    .withExifMerge(place)
    .toFormat(format)
    .toBuffer()
}

test.each(['jpeg', 'png', 'webp'] as const)('a %s loses its metadata, and no pixel changes', async (format) => {
  const original = await photograph(format)
  const stripped = withoutMetadata(original, `image/${format}`)
  expect((await sharp(original).metadata()).exif).toBeDefined()
  const { exif, icc, width } = await sharp(stripped!.bytes).metadata()
  expect({ exif, width }).toEqual({ exif: undefined, width: 60 })
  expect(icc).toBeDefined()
  expect(Buffer.from(stripped!.bytes).includes('Camera')).toBe(false)
  expect(await sharp(stripped!.bytes).raw().toBuffer()).toEqual(await sharp(original).raw().toBuffer())
})

test('a rotated photo is recognised, so that it can be redrawn upright', async () => {
  expect(withoutMetadata(await photograph('jpeg', 6), 'image/jpeg')?.isRotated).toBe(true)
  expect(withoutMetadata(await photograph('jpeg', 1), 'image/jpeg')?.isRotated).toBe(false)
})

test('a second picture that a camera appends to the first is removed', async () => {
  const original = await photograph('jpeg')
  const stripped = withoutMetadata(Buffer.concat([original, original]), 'image/jpeg')
  expect(stripped!.bytes).toEqual(withoutMetadata(original, 'image/jpeg')!.bytes)
})

/** A plain GIF, and the same one with a comment and XMP metadata, as programs write them. */
async function gif(frames: number) {
  const raw = { width: 8, height: 6 * frames, channels: 3, pageHeight: 6 } as const
  const pixels = Buffer.from(Array.from({ length: 8 * 6 * frames * 3 }, (_, at) => (at * 7) % 256))
  const plain = await sharp(pixels, { raw })
    .gif({ delay: Array<number>(frames).fill(100) })
    .toBuffer()
  const start = 13 + (plain[10]! & 0x80 ? 3 << ((plain[10]! & 7) + 1) : 0)
  const words = Buffer.from('Taken at home')
  const comment = Buffer.concat([Buffer.from([0x21, 0xfe, words.length]), words, Buffer.from([0])])
  const trailer = Buffer.from([1, ...Array.from({ length: 256 }, (_, at) => 255 - at), 0])
  const xmp = Buffer.concat([Buffer.from([0x21, 0xff, 11]), Buffer.from('XMP DataXMP<place>51 N</place>'), trailer])
  return { plain, withMetadata: Buffer.concat([plain.subarray(0, start), comment, xmp, plain.subarray(start)]) }
}

test.each([1, 3])('a GIF with %i frames loses its metadata and nothing else', async (frames) => {
  const { plain, withMetadata } = await gif(frames)
  const stripped = withoutMetadata(withMetadata, 'image/gif')!
  expect(Buffer.from(stripped.bytes)).toEqual(plain)
  expect(stripped.isAnimated).toBe(frames > 1)
  expect((await sharp(stripped.bytes, { animated: true }).metadata()).pages ?? 1).toBe(frames)
})

test('a truncated file is refused', async () => {
  const original = await photograph('jpeg')
  expect(withoutMetadata(original.subarray(0, original.length - 10), 'image/jpeg')).toBeNull()
  expect(withoutMetadata((await photograph('png')).subarray(0, 60), 'image/png')).toBeNull()
  expect(withoutMetadata((await gif(2)).withMetadata.subarray(0, 80), 'image/gif')).toBeNull()
})
