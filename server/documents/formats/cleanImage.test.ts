import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { EnquiryDocument, ImageType } from '#contract/documents.ts'
import { people } from '#server/test/people.ts'
import { dataUrl } from '#server/test/pictures.ts'
import { testApp } from '#server/test/testApp.ts'

const app = await testApp()
const { member } = await people(app)
const types = ['png', 'jpeg', 'gif', 'webp', 'avif'] as const
const secret = 'Photographed at 52.5200 13.4050 by Jane Doe'
const exif = { IFD0: { Copyright: secret }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' } }

const drawing = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#c02020' } })
  .composite([{ input: { create: { width: 20, height: 10, channels: 3, background: '#2020c0' } }, top: 0, left: 0 }])
  .png()
  .toBuffer()

/** Uploads the image and returns what the server stored. */
async function stored(bytes: Buffer, name = 'photo.png') {
  const documents = [{ name, url: dataUrl(bytes, 'image/png') }]
  const { status, body } = await member.post('/enquiry', { enquiryType: 'Damage', documents })
  expect([status, body.errors]).toEqual([201, undefined])
  const document: EnquiryDocument = body.data.documents[0]
  const shown = await app.app.inject({ url: document.url })
  return { document, bytes: shown.rawPayload, headers: shown.headers }
}

async function pixels(bytes: Buffer) {
  return sharp(bytes, { animated: true }).raw().toBuffer()
}

test.each(types)('data after the end of a %s is neither stored nor counted', async (type) => {
  const image = await sharp(drawing).toFormat(type).toBuffer()
  const { bytes, document } = await stored(Buffer.concat([image, Buffer.alloc(3_000_000, secret)]))
  expect(bytes.equals(image)).toBe(true)
  expect(document.size).toBe(image.length)
})

test.each(['png', 'jpeg', 'webp', 'avif'] as const)(
  'a %s loses its location and owner, and keeps every pixel and its colour profile',
  async (type) => {
    const image = await sharp(drawing).withIccProfile('p3').withExif(exif).toFormat(type).toBuffer()
    expect(image.includes(secret)).toBe(true)
    const { bytes } = await stored(image)
    expect(bytes.includes(secret)).toBe(false)
    expect(await pixels(bytes)).toEqual(await pixels(image))
    expect((await sharp(bytes).metadata()).icc).toEqual((await sharp(image).metadata()).icc)
  },
)

test.each(['jpeg', 'png', 'webp'] as const)('a rotated %s is still shown upright', async (type) => {
  const image = await sharp(drawing).withExif(exif).withMetadata({ orientation: 6 }).toFormat(type).toBuffer()
  const { bytes, document } = await stored(image)
  expect(await sharp(bytes).metadata()).toMatchObject({ orientation: 6 })
  expect([document.width, document.height]).toEqual([40, 60])
  expect(bytes.includes('GPS') || bytes.includes(secret)).toBe(false)
  expect((await stored(bytes)).bytes.equals(bytes)).toBe(true)
})

function chunk(name: string, content: string) {
  const bytes = Buffer.alloc(12 + content.length)
  bytes.writeUInt32BE(content.length)
  bytes.write(name + content, 4, 'latin1')
  return bytes
}

test('texts, dates and private chunks of a PNG are removed', async () => {
  const end = drawing.length - 12
  const extra = ['tEXt', 'iTXt', 'prVt'].map((name) => chunk(name, secret))
  const { bytes } = await stored(Buffer.concat([drawing.subarray(0, end), ...extra, drawing.subarray(end)]))
  expect(bytes.equals(drawing)).toBe(true)
})

function frame(color: string) {
  return sharp({ create: { width: 20, height: 20, channels: 3, background: color } })
    .png()
    .toBuffer()
}

test('an animation keeps its frames and loses its comments', async () => {
  const frames = await Promise.all(['#ff0000', '#00ff00', '#0000ff'].map(frame))
  const animation = await sharp(frames, { join: { animated: true } })
    .gif({ delay: 200, loop: 3 })
    .toBuffer()
  const comment = Buffer.concat([Buffer.from([0x21, 0xfe, secret.length]), Buffer.from(secret), Buffer.from([0])])
  const image = Buffer.concat([animation.subarray(0, -1), comment, animation.subarray(-1)])
  const { bytes } = await stored(image)
  expect(bytes.equals(animation)).toBe(true)
  expect(await sharp(bytes).metadata()).toMatchObject({ pages: 3, loop: 3 })
})

test('an image with too many parts is re-encoded', async () => {
  const jpeg = await sharp(drawing).jpeg().toBuffer()
  const comment = Buffer.from([0xff, 0xfe, 0, 6, 0x4a, 0x61, 0x6e, 0x65])
  const comments = Buffer.concat(Array.from({ length: 30_000 }, () => comment))
  const { bytes, document } = await stored(Buffer.concat([jpeg.subarray(0, 2), comments, jpeg.subarray(2)]))
  expect(document).toMatchObject({ type: 'image/jpeg', width: 60, height: 40 })
  expect(bytes.includes('Jane')).toBe(false)
  expect(bytes.length).toBeLessThan(comments.length / 10)
})

test('unused megabytes inside an AVIF are not stored either', async () => {
  const avif = await sharp(drawing).avif().toBuffer()
  const image = Buffer.concat([avif, Buffer.alloc(2_000_000, secret)])
  const mediaBox = avif.indexOf('mdat') - 4
  image.writeUInt32BE(image.length - mediaBox, mediaBox)
  const { document, bytes } = await stored(image, 'a.avif')
  expect(document).toMatchObject({ name: 'a.webp', type: 'image/webp', width: 60, height: 40 })
  expect(bytes.length).toBeLessThan(10_000)
})

test.each<[string, ImageType, string]>([
  ['photo.png', 'image/jpeg', 'photo.jpg'],
  ['photo.JPEG', 'image/jpeg', 'photo.JPEG'],
  ['scan', 'image/png', 'scan.png'],
  ['Offer v1.2', 'image/png', 'Offer v1.2.png'],
  ['report.pdf', 'image/webp', 'report.webp'],
  [`${'x'.repeat(251)}.png`, 'image/jpeg', `${'x'.repeat(251)}.jpg`],
  ['x'.repeat(255), 'image/gif', `${'x'.repeat(251)}.gif`],
])('“%s” with the content of a %s is renamed “%s”', async (name, type, expected) => {
  const format = type.slice('image/'.length) as 'jpeg'
  const { document, headers } = await stored(await sharp(drawing).toFormat(format).toBuffer(), name)
  expect(document.name).toBe(expected)
  expect(headers['content-disposition']).toContain(encodeURIComponent(expected))
})
