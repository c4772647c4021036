import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { Draft } from '#server/storage/storage.ts'
import { formOf } from '#server/test/forms.ts'
import { ask, people } from '#server/test/people.ts'
import { dataUrl } from '#server/test/pictures.ts'
import { testApp } from '#server/test/testApp.ts'

const app = await testApp()
const { member, viewer } = await people(app)

afterEach(async () => {
  // No test may leave an unclaimed upload in the storage.
  await expect.poll(() => app.storage.keys('in')).toEqual([])
})

async function image(color = '#1877F2') {
  return sharp({ create: { width: 40, height: 30, channels: 3, background: color } })
    .png()
    .toBuffer()
}

type File = { name: string; bytes: Buffer; field?: string }

async function send(fields: Record<string, string>, files: File[], headers: Record<string, string> = {}, as = member) {
  const { payload, type } = await formOf(
    fields,
    files.map((file) => ({ field: 'documents', ...file })),
  )
  const authorization = `Bearer ${as.accessToken}`
  return ask(app, {
    method: 'POST',
    url: '/enquiry',
    payload,
    headers: { ...headers, authorization, 'content-type': type },
  })
}

test('a form creates an enquiry, with its documents as files [S7.5] [S3.2]', async () => {
  const names = ['ümläut 图.png', '"quotes".png', 'a/b\\c.png', '👍.png']
  const bytes = await image()
  const texts = { enquiryType: 'Damage', summery: 'Broken', description: 'Zerbrochen – 壊れた', comments: 'Call\nme' }
  const { status, body, headers } = await send(
    { ...texts, user: member.user._id },
    names.map((name) => ({ name, bytes })),
  )
  expect([status, body.message]).toEqual([201, expect.stringMatching(/^Enquiry ENQ-\d+ created$/)])
  expect(headers.etag).toBeDefined()
  expect(body.data).toMatchObject(texts)
  expect(body.data.documents.map(({ name }: { name: string }) => name)).toEqual(names)
  const shown = await app.app.inject({ url: body.data.documents[0].url })
  expect(shown.rawPayload.equals(bytes)).toBe(true)
})

test('a form file may have any name, without control characters or spaces around it', async () => {
  const bytes = await image()
  const names = ['a\u0000b\u0007.png', ' spaces.png ']
  const { body } = await send(
    { enquiryType: 'Damage' },
    names.map((name) => ({ name, bytes })),
  )
  expect(body.data.documents.map(({ name }: { name: string }) => name)).toEqual(['ab.png', 'spaces.png'])
})

test('a repeated form is executed once, even as JSON, and a different file with the same key is refused [D7.4]', async () => {
  const headers = { 'idempotency-key': 'form-1' }
  const [bytes, other] = [await image(), await image('#ff0000')]
  const fields = { enquiryType: 'Damage' }
  const first = await send(fields, [{ name: 'a.png', bytes }], headers)
  const again = await send(fields, [{ name: 'a.png', bytes }], headers)
  const documents = [{ name: 'a.png', url: dataUrl(bytes, 'image/png') }]
  const asJson = await member.post('/enquiry', { ...fields, documents }, headers)
  expect([again.status, again.body.data._id, asJson.body.data._id]).toEqual([
    201,
    first.body.data._id,
    first.body.data._id,
  ])
  expect((await send(fields, [{ name: 'a.png', bytes: other }], headers)).status).toBe(409)
  expect((await send({ enquiryType: 'Other' }, [{ name: 'a.png', bytes }], headers)).status).toBe(409)
})

test('a request with a used key keeps no file, and a repeat in progress is refused before its body is read [D7.4] [D12.2]', async () => {
  const headers = { 'idempotency-key': 'form-2' }
  await send({ enquiryType: 'Damage' }, [{ name: 'a.png', bytes: await image() }], headers)
  await expect.poll(() => app.storage.keys('in')).toEqual([])
  const stored = await storedFiles()
  const other = [{ name: 'a.png', bytes: await image('#00ff00') }]
  expect((await send({ enquiryType: 'Damage' }, other, headers)).status).toBe(409)
  await expect.poll(storedFiles).toEqual(stored)

  const key = { 'idempotency-key': 'form-3' }
  const receive = vi.spyOn(app.storage, 'receive')
  onTestFinished(() => receive.mockRestore())
  const both = await Promise.all([1, 2].map(() => send({ enquiryType: 'Damage' }, other, key)))
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
  // An image without its metadata is received again, but not as a stream.
  expect(receive.mock.calls.filter(([content]) => !Array.isArray(content))).toHaveLength(1)
})

async function storedFiles() {
  return (await Promise.all((await app.storage.parts()).map((part) => app.storage.keys(part)))).flat()
}

const tooMuch = Buffer.alloc(limits.documentBytes + 1, 'x')

test.each<[string, number, object | undefined, Record<string, string>, () => Promise<File[]>]>([
  ['without a type', 400, { enquiryType: 'enquiryType is a required field' }, {}, async () => []],
  [
    'with a file that is not an image',
    415,
    { 'documents.1.url': expect.stringContaining('“notes.png”') },
    { enquiryType: 'X' },
    async () => [
      { name: 'a.png', bytes: await image() },
      { name: 'notes.png', bytes: Buffer.from('words') },
    ],
  ],
  [
    'with a file over 10 MB',
    413,
    { 'documents.0.url': expect.stringContaining('larger than 10 MB') },
    { enquiryType: 'X' },
    async () => [{ name: 'large.png', bytes: tooMuch }],
  ],
  [
    'with six files',
    400,
    { documents: 'documents must be a list of at most 5 items' },
    { enquiryType: 'X' },
    async () => Array.from({ length: 6 }, (_, n) => ({ name: `${n}.png`, bytes: tooMuch.subarray(0, 1000) })),
  ],
  [
    'with a file in another field',
    400,
    { summery: 'summery must not be a file' },
    { enquiryType: 'X' },
    async () => [{ name: 'a.png', bytes: await image(), field: 'summery' }],
  ],
  [
    'with a file without a name',
    400,
    { 'documents.0.name': 'documents.0.name is a required field' },
    { enquiryType: 'X' },
    async () => [{ name: '', bytes: await image() }],
  ],
  [
    'with a text that is too long',
    400,
    { description: 'description must be at most 20000 characters' },
    { enquiryType: 'X', description: 'x'.repeat(300_000) },
    async () => [],
  ],
  ["in another person's name", 403, undefined, { enquiryType: 'X', user: viewer.user._id }, async () => []],
])('a form %s is refused with %i [D8.3]', async (_what, status, errors, fields, files) => {
  const response = await send(fields, await files())
  expect([response.status, response.body.errors]).toEqual([status, errors])
})

test.each([
  ['truncated', (payload: Buffer) => payload.subarray(0, payload.length - 60)],
  ['empty', () => Buffer.alloc(0)],
  ['not multipart', () => Buffer.from('words')],
])('a form that is %s gets a 400, not a 500 [D8.3]', async (_what, broken) => {
  const { payload, type } = await formOf({ enquiryType: 'X' }, [
    { name: 'a.png', bytes: await image(), field: 'documents' },
  ])
  const headers = { authorization: `Bearer ${member.accessToken}`, 'content-type': type }
  const { status } = await ask(app, { method: 'POST', url: '/enquiry', payload: broken(payload), headers })
  expect(status).toBe(400)
})

test('a viewer cannot send a form [D6.2]', async () => {
  expect((await send({ enquiryType: 'X' }, [], {}, viewer)).status).toBe(403)
})

test('a draft that cannot be deleted stops nothing', async () => {
  const discard = vi.spyOn(app.storage, 'discard').mockRejectedValue(new Error('EROFS'))
  onTestFinished(() => discard.mockRestore())
  // The form is refused before its handler takes the file, so only the end of the request discards it.
  const { status } = await send({ enquiryType: '' }, [{ name: 'a.png', bytes: await image() }])
  expect(status).toBe(400)
  await expect.poll(() => discard.mock.calls.length).toBe(1)
  const [[draft]] = discard.mock.calls as [[Draft]]
  discard.mockRestore()
  await app.storage.discard(draft)
})

test('an upload that the browser aborts leaves nothing behind', async () => {
  if (!app.app.server.listening) await app.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.app.server.address() as AddressInfo
  const { payload, type } = await formOf({ enquiryType: 'X' }, [{ name: 'a.png', bytes: tooMuch, field: 'documents' }])
  const sending = httpRequest({
    port,
    path: '/api/enquiry',
    method: 'POST',
    headers: {
      authorization: `Bearer ${member.accessToken}`,
      'content-type': type,
      'content-length': payload.length,
    },
  })
  sending.on('error', () => undefined)
  sending.write(payload.subarray(0, 2_000_000))
  await expect.poll(async () => (await app.storage.keys('in')).length).toBe(1)
  sending.destroy()
})
