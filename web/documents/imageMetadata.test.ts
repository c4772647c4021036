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

test.each(['jpeg', 'png', 'webp'] as const)('a %s loses where it was taken, and no pixel changes', async (format) => {
  const original = await photograph(format)
  const bare = withoutMetadata(original, `image/${format}`)
  expect((await sharp(original).metadata()).exif).toBeDefined()
  const { exif, icc, width } = await sharp(bare!.bytes).metadata()
  expect({ exif, width }).toEqual({ exif: undefined, width: 60 })
  expect(icc).toBeDefined()
  expect(Buffer.from(bare!.bytes).includes('Camera')).toBe(false)
  expect(await sharp(bare!.bytes).raw().toBuffer()).toEqual(await sharp(original).raw().toBuffer())
})

test('a photograph stored on its side is known as one, so that it is drawn upright before that is forgotten', async () => {
  expect(withoutMetadata(await photograph('jpeg', 6), 'image/jpeg')?.isTurned).toBe(true)
  expect(withoutMetadata(await photograph('jpeg', 1), 'image/jpeg')?.isTurned).toBe(false)
})

test('a second picture that a camera appends behind the first goes too', async () => {
  const original = await photograph('jpeg')
  const bare = withoutMetadata(Buffer.concat([original, original]), 'image/jpeg')
  expect(bare!.bytes).toEqual(withoutMetadata(original, 'image/jpeg')!.bytes)
})

/** With a comment and a place beside the frames, as programs write them. */
async function gif(frames: number) {
  const raw = { width: 8, height: 6 * frames, channels: 3, pageHeight: 6 } as const
  const pixels = Buffer.from(Array.from({ length: 8 * 6 * frames * 3 }, (_, at) => (at * 7) % 256))
  const plain = await sharp(pixels, { raw })
    .gif({ delay: Array<number>(frames).fill(100) })
    .toBuffer()
  const start = 13 + (plain[10]! & 0x80 ? 3 << ((plain[10]! & 7) + 1) : 0)
  const said = Buffer.from('Taken at home')
  const comment = Buffer.concat([Buffer.from([0x21, 0xfe, said.length]), said, Buffer.from([0])])
  const trailer = Buffer.from([1, ...Array.from({ length: 256 }, (_, at) => 255 - at), 0])
  const xmp = Buffer.concat([Buffer.from([0x21, 0xff, 11]), Buffer.from('XMP DataXMP<place>51 N</place>'), trailer])
  return { plain, told: Buffer.concat([plain.subarray(0, start), comment, xmp, plain.subarray(start)]) }
}

test.each([1, 3])('a GIF of %i frames loses what was written beside them, and nothing else', async (frames) => {
  const { plain, told } = await gif(frames)
  const bare = withoutMetadata(told, 'image/gif')!
  expect(Buffer.from(bare.bytes)).toEqual(plain)
  expect(bare.isAnimated).toBe(frames > 1)
  expect((await sharp(bare.bytes, { animated: true }).metadata()).pages ?? 1).toBe(frames)
})

test('a file that is cut off is not taken apart', async () => {
  const original = await photograph('jpeg')
  expect(withoutMetadata(original.subarray(0, original.length - 10), 'image/jpeg')).toBeNull()
  expect(withoutMetadata((await photograph('png')).subarray(0, 60), 'image/png')).toBeNull()
  expect(withoutMetadata((await gif(2)).told.subarray(0, 80), 'image/gif')).toBeNull()
})
