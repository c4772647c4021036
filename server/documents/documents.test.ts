import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, onTestFinished, test, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import { people } from '#server/test/people.ts'
import { dataUrl, picture } from '#server/test/pictures.ts'
import { testApp } from '#server/test/testApp.ts'
import { readInProcess } from './images/imageProcess.ts'

const app = await testApp()
const { member } = await people(app)

const types = ['png', 'jpeg', 'gif', 'webp', 'avif'] as const

function raise(...documents: object[]) {
  return member.post('/enquiry', { enquiryType: 'Damage', documents })
}

async function total() {
  return (await member.get('/enquiry/summary')).body.data.total
}

test.each(types)(
  'a %s is accepted regardless of its name, and returned byte for byte [D5.2] [D3.3] [S3.2]',
  async (type) => {
    const url = await picture(type)
    const { status, body } = await raise({ name: 'photo.doc', url })
    expect(status).toBe(201)
    const [document] = body.data.documents
    expect(document).toMatchObject({
      name: expect.stringMatching(/^photo\.(png|jpg|gif|webp|avif)$/),
      type: `image/${type}`,
      width: 40,
      height: 30,
    })

    const shown = await app.app.inject({ url: document.url })
    expect(shown.statusCode).toBe(200)
    expect(shown.rawPayload.toString('base64')).toBe(url.split(',')[1])
    expect(shown.headers).toMatchObject({
      'content-type': `image/${type}`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': expect.stringMatching(/^inline;/),
      'cross-origin-resource-policy': 'same-origin',
    })
    const saved = await app.app.inject({ url: `${document.url}&download=` })
    expect(saved.headers['content-disposition']).toMatch(/^attachment;/)
    const thumbnail = await app.app.inject({ url: document.thumbnail })
    expect(await sharp(thumbnail.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 40, height: 30 })
  },
)

test('documents keep their order and their names, even unusual ones', async () => {
  const names = ['ümläut 图.png', '"quotes".png', 'a/b\\c.png', '<script>.png', '👍.png']
  const url = await picture()
  const { body } = await raise(...names.map((name) => ({ name, url })))
  expect(body.data.documents.map((document: { name: string }) => document.name)).toEqual(names)
  for (const document of body.data.documents) {
    expect((await app.app.inject({ url: document.url })).statusCode).toBe(200)
  }
})

test('a sixth document is refused [S5.2] [S9.1]', async () => {
  const url = await picture()
  const { status, body } = await raise(...Array.from({ length: 6 }, (_, index) => ({ name: `${index}.png`, url })))
  expect(status).toBe(400)
  expect(body.errors).toEqual({ documents: 'documents must be a list of at most 5 items' })
})

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const noise = Buffer.alloc(limits.documentBytes + 1, 'x')
noise.write('\x89PNG\r\n\x1a\n', 'latin1')

test.each([
  ['an SVG named .png', 415, dataUrl(svg, 'image/png')],
  ['a text named .png', 415, dataUrl('hello', 'image/png')],
  ['an empty data URL', 400, 'data:image/png;base64,'],
  ['a URL that is not a data URL', 400, 'https://example.com/a.png'],
  ['a data URL without base64', 400, 'data:image/png,abc'],
  ['invalid base64', 400, 'data:image/png;base64,iVBOR*w0KGgo='],
  ['a truncated PNG', 415, (await picture('png')).slice(0, 90)],
  ['a PNG signature followed by garbage', 415, dataUrl(noise.subarray(0, 5000), 'image/png')],
  ['a file over 10 MB', 413, dataUrl(noise, 'image/png')],
])('%s is refused with %i, by field, and nothing is written [D5.2] [D8.3]', async (_what, expected, url) => {
  const before = await total()
  const good = { name: 'good.png', url: await picture('png', '#123456') }
  const { status, body } = await raise(good, { name: 'bad.png', url })
  expect([status, Object.keys(body.errors ?? {})]).toEqual([expected, ['documents.1.url']])
  expect(body.message).toContain('“bad.png”')
  expect(await total()).toBe(before)
})

test('a decompression bomb is refused before it is decoded [D5.2]', async () => {
  const bomb = await picture('png', '#000000', 12_000, 12_000)
  expect(bomb.length).toBeLessThan(2_000_000)
  const { status, body } = await raise({ name: 'bomb.png', url: bomb })
  expect(status).toBe(413)
  expect(body.message).toContain('50 million pixels')
})

test('an AVIF of more than 8 million pixels is refused, because it would take seconds to decode [D5.2] [D12.1]', async () => {
  const { status, body } = await raise({ name: 'flat.avif', url: await picture('avif', '#000000', 3000, 3000) })
  expect(status).toBe(413)
  expect(body.message).toContain('8 million pixels')
})

test('an image that takes too long ends its process, and the next one gets another [D12.1]', async () => {
  const bytes = Buffer.from((await picture('png')).split(',')[1]!, 'base64')
  const task = { kind: 'image', type: 'image/png', bytes } as const
  expect(await readInProcess(task, 0)).toEqual({ problem: 'slow' })
  expect(await readInProcess(task)).toMatchObject({ width: 40, height: 30 })
})

test.skipIf(process.platform !== 'linux')(
  'an idle process that dies is replaced, and stops nothing [D12.1]',
  async () => {
    const bytes = Buffer.from((await picture('png')).split(',')[1]!, 'base64')
    const task = { kind: 'image', type: 'image/png', bytes } as const
    await readInProcess(task)
    const ids = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean)
    const idle = ids.filter((id) => readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('imageWorker'))
    expect(idle.length).toBeGreaterThan(0)
    for (const id of idle) process.kill(Number(id), 'SIGKILL')
    expect(await readInProcess(task)).toMatchObject({ width: 40, height: 30 })
  },
)

test('a changed or expired signed URL is refused [D3.3]', async () => {
  const { body } = await raise({ name: 'a.png', url: await picture() })
  const { url } = body.data.documents[0]
  const changed = [
    url.replace('name=a.png', 'name=b.png'),
    url.replace('type=image%2Fpng', 'type=image%2Favif'),
    url.replace(/expires=\d+/, 'expires=9999999999'),
    url.replace(/signature=.*/, 'signature=AAAA'),
  ]
  for (const other of changed) expect((await app.app.inject({ url: other })).statusCode).toBe(403)
  expect((await app.app.inject({ url: url.split('?')[0] })).statusCode).toBe(400)
})

function urlAt(time: string) {
  vi.setSystemTime(new Date(`2026-11-22T${time}Z`))
  return app.urls.original('0'.repeat(64), 'image/png', 'a.png')
}

async function statusOf(url: string) {
  return (await app.app.inject({ url })).statusCode
}

test('a signed URL works for 10 to 15 minutes, and a file keeps the same URL for 5 [D3.3]', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T12:01:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  const first = urlAt('12:01:00')
  expect(urlAt('12:04:59')).toBe(first)
  const second = urlAt('12:05:00')
  expect(second).not.toBe(first)
  vi.setSystemTime(new Date('2026-11-22T12:14:59Z'))
  // 404 means that the URL is valid; the file itself does not exist.
  expect([await statusOf(first), await statusOf(second)]).toEqual([404, 404])
  vi.setSystemTime(new Date('2026-11-22T12:15:00Z'))
  expect([await statusOf(first), await statusOf(second)]).toEqual([403, 404])
})

test('the same bytes are stored once', async () => {
  const url = await picture('png', '#abcdef')
  const first = await raise({ name: 'a.png', url })
  const second = await raise({ name: 'b.png', url })
  const keyOf = (response: typeof first) => response.body.data.documents[0].url.split('?')[0]
  expect(keyOf(first)).toBe(keyOf(second))
})
