import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterEach, expect, inject, test } from 'vitest'
import { Thread, ThreadFiles } from '#contract/chat.ts'
import type { MessageFile } from '#contract/documents.ts'
import { limits } from '#contract/limits.ts'
import { checkWords } from '#server/enquiries/search/wordCheck.ts'
import { formOf } from '#server/test/forms.ts'
import { ask, people } from '#server/test/people.ts'
import { dataUrl } from '#server/test/pictures.ts'
import { planModes, plansOfQueries, queriesOf } from '#server/test/queryPlans.ts'
import { testApp } from '#server/test/testApp.ts'

const app = await testApp()
const { owner, agent, member, viewer, stranger } = await people(app)

afterEach(async () => {
  // No test may leave an unclaimed upload in the storage.
  await expect.poll(() => app.storage.keys('in')).toEqual([])
})

type File = { name: string; bytes: Buffer }

const secret = 'Photographed at 52.5200 13.4050 by Jane Doe'
const photo = {
  name: 'photo.jpg',
  bytes: await sharp({ create: { width: 40, height: 30, channels: 3, background: '#1877F2' } })
    .withExif({ IFD0: { Copyright: secret } })
    .jpeg()
    .toBuffer(),
}
const offer = { name: 'offer.pdf', bytes: Buffer.from('%PDF-1.7\nan offer\n') }

function send(enquiry: string, files: File[], fields: object = {}, { headers = {}, as = member } = {}) {
  const urls = files.map(({ name, bytes }) => ({ name, url: dataUrl(bytes, 'text/plain') }))
  return as.post('/chat', { enquiry, side: 'customer', message: '', files: urls, ...fields }, headers)
}

async function sendForm(fields: Record<string, string>, files: File[], { headers = {}, as = member } = {}) {
  const form = await formOf(
    fields,
    files.map((file) => ({ ...file, field: 'files' })),
  )
  const authorization = `Bearer ${as.accessToken}`
  const payload = form.payload
  return ask(app, {
    method: 'POST',
    url: '/chat',
    payload,
    headers: { ...headers, authorization, 'content-type': form.type },
  })
}

async function threadOf(enquiry: string, as = member) {
  return Thread.parse((await as.get(`/chat?enquiryId=${enquiry}`)).body.data)
}

async function open(url: string) {
  return app.app.inject({ url })
}

test('a message carries images, which are shown, and other files, without a text if need be [D10.6]', async () => {
  const { _id } = await member.raise()
  const { status, body } = await send(_id, [photo, offer])
  expect([status, body.message]).toEqual([201, 'Comment sent'])
  const [image, file] = (await threadOf(_id, agent)).docs[0]!.files
  expect(image).toMatchObject({ kind: 'image', name: 'photo.jpg', type: 'image/jpeg', width: 40, height: 30 })
  expect(file).toEqual({
    kind: 'file',
    _id: expect.any(String),
    name: 'offer.pdf',
    size: offer.bytes.length,
    url: expect.any(String),
  })
  const shown = await open(image!.url)
  expect(shown.headers).toMatchObject({ 'content-type': 'image/jpeg', 'content-disposition': /^inline; / })
  expect(shown.rawPayload.includes(secret)).toBe(false)
  expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ width: 40, height: 30 })
  expect((await open((image as MessageFile & { kind: 'image' }).thumbnail)).statusCode).toBe(200)
})

test('a reply with files, a status and a text is sent as a form too [D10.6] [S7.8]', async () => {
  const { _id } = await member.raise()
  const fields = { enquiry: _id, side: 'host', message: 'Here is the offer', enquiryStatus: 'onHold' }
  const { status, body } = await sendForm(fields, [offer, photo], { as: agent })
  expect([status, body.data.enquiryStatus]).toEqual([201, 'onHold'])
  const { docs } = await threadOf(_id)
  expect([docs[0]!.side, docs[0]!.message]).toEqual(['host', 'Here is the offer'])
  expect(docs[0]!.files.map(({ name }) => name)).toEqual(['offer.pdf', 'photo.jpg'])
})

test('a file that is not an image can only be saved, and its URL cannot be changed to show it [D10.6]', async () => {
  const { _id } = await member.raise()
  const page = { name: `it's (1) "ü" *.txt`, bytes: Buffer.from('<script>alert(1)</script>') }
  const { body } = await send(_id, [page])
  const { url } = body.data.files[0]
  const saved = await open(url)
  expect(saved.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename*=UTF-8''it%27s%20%281%29%20%22%C3%BC%22%20%2A.txt`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  expect(saved.rawPayload.equals(page.bytes)).toBe(true)
  expect((await open(url.replace('application%2Foctet-stream', 'image%2Fpng'))).statusCode).toBe(403)
  expect((await open(url.replace('application%2Foctet-stream', 'text%2Fhtml'))).statusCode).toBe(400)
})

test('a name is shown on one line, in order, without folders, and with its extension [D10.6]', async () => {
  const { _id } = await member.raise()
  const bytes = Buffer.from('text')
  const names = ['a\u202Efdp.txt', '../etc/x\\y.txt', 'two\nlines\u0085.txt', 'a.txt. . ', `${'x'.repeat(251)}.txt`]
  const shown = ['afdp.txt', '.._etc_x_y.txt', 'two lines.txt', 'a.txt', `${'x'.repeat(251)}.txt`]
  const sent = [await send(_id, named(names, bytes)), await sendForm(toThread(_id), named(names, bytes))]
  for (const { body } of sent) expect(body.data.files.map(({ name }: File) => name)).toEqual(shown)
})

function named(names: string[], bytes: Buffer) {
  return names.map((name) => ({ name, bytes }))
}

function toThread(enquiry: string) {
  return { enquiry, side: 'customer', message: '' }
}

const large = Buffer.alloc(limits.documentBytes + 1, 'x')

test.each<[what: string, status: number, field: string, files: () => File[]]>([
  ['neither a text nor files', 400, 'message', () => []],
  ['six files', 400, 'files', () => Array.from({ length: 6 }, () => offer)],
  ['a file over 10 MB', 413, 'files.1.url', () => [offer, { name: 'large.txt', bytes: large }]],
  ['a file of another kind', 415, 'files.0.url', () => [{ name: 'run.exe', bytes: offer.bytes }, offer]],
  ['an empty file', 400, 'files.0.url', () => [{ name: 'empty.txt', bytes: Buffer.alloc(0) }]],
  ['a file without a name', 400, 'files.0.name', () => [{ name: '', bytes: offer.bytes }]],
])('a message with %s is refused with %i, and nothing of it is stored [D10.6] [D8.3]', async (_what, ...expected) => {
  const { _id } = await member.raise()
  const [status, field, files] = expected
  const before = await storedFiles()
  for (const { status: given, body } of [await send(_id, files()), await sendForm(toThread(_id), files())]) {
    expect([given, Object.keys(body.errors ?? {})]).toEqual([status, [field]])
  }
  expect((await threadOf(_id)).totalDocs).toBe(0)
  expect(await storedFiles()).toEqual(before)
})

/** The files of a refused form are discarded once its response has been sent. */
async function storedFiles() {
  await expect.poll(() => app.storage.keys('in')).toEqual([])
  return (await Promise.all((await app.storage.parts()).map((part) => app.storage.keys(part)))).flat()
}

test('files for a thread that the caller may not write in are refused before they are stored [D6.2] [D6.3]', async () => {
  const { _id } = await member.raise()
  const before = await storedFiles()
  const unseen = [{ name: 'unseen.txt', bytes: Buffer.from(randomUUID()) }]
  for (const [as, status] of [
    [viewer, 403],
    [stranger, 404],
  ] as const) {
    expect((await send(_id, unseen, {}, { as })).status).toBe(status)
    expect((await sendForm(toThread(_id), unseen, { as })).status).toBe(status)
  }
  expect((await send(_id, unseen, { side: 'host' })).status).toBe(403)
  expect(await storedFiles()).toEqual(before)
})

test('a message that is sent again with the same files is stored once, no matter how late [D7.4] [D10.6]', async () => {
  const { _id } = await member.raise()
  const key = { headers: { 'idempotency-key': randomUUID() } }
  const files = [photo, offer]
  const first = await send(_id, files, {}, key)
  const again = [await send(_id, files, {}, key), await sendForm(toThread(_id), files, key)]
  for (const { status, body } of again) expect([status, body]).toEqual([201, first.body])
  const differing = [[offer, photo], [photo], [photo, { ...offer, bytes: Buffer.from('%PDF-2') }]]
  for (const others of differing) expect((await send(_id, others, {}, key)).status).toBe(409)

  // The stored response expires after some days, but the message keeps its client id for ever.
  await app.db`delete from idempotency`
  for (const others of [...differing, [photo, { ...offer, name: 'b.pdf' }]]) {
    expect((await send(_id, others, {}, key)).status).toBe(409)
  }
  const late = await sendForm(toThread(_id), files, key)
  expect([late.status, late.body.data._id, late.body.data.files.length]).toEqual([201, first.body.data._id, 2])
  expect((await threadOf(_id)).totalDocs).toBe(1)
})

test('a comment of files alone reopens an enquiry, is unread, and can be searched [D10.6]', async () => {
  const { _id } = await agent.raise({ summery: 'Pictureframe' })
  await agent.patch('/enquiry', { id: _id, enquiryStatus: 'closed' })
  const { body } = await send(_id, [photo])
  expect(body.data).toMatchObject({ isReopened: true, enquiryStatus: 'open', message: '' })
  const found = (await agent.get('/enquiry?search=pictureframe')).body.data.docs
  expect(found).toMatchObject([{ _id, unread: 1, messageCount: 1 }])
  expect(await checkWords(app.db, new AbortController().signal)).toEqual([])
})

async function filesOf(enquiry: string, before?: number) {
  const query = before === undefined ? '' : `&before=${before}`
  return ThreadFiles.parse((await member.get(`/chat/files?enquiryId=${enquiry}${query}`)).body.data)
}

test('the files of a thread are listed newest message first, and a message’s files stay together [D10.6]', async () => {
  const { _id } = await member.raise()
  for (let message = 1; message <= 9; message++) {
    await send(_id, message === 2 ? [] : [1, 2, 3, 4].map((n) => ({ ...offer, name: `${message}-${n}.pdf` })), {
      message: 'x',
    })
  }
  const newest = await filesOf(_id)
  // 30 files end within the eighth message, so the page has 32.
  expect(newest.docs.map(({ seq }) => seq)).toEqual([9, 8, 7, 6, 5, 4, 3, 1].flatMap((seq) => [seq, seq, seq, seq]))
  expect(newest.hasEarlier).toBe(false)
  expect(newest.docs.slice(0, 4).map(({ file }) => file.name)).toEqual(['9-1.pdf', '9-2.pdf', '9-3.pdf', '9-4.pdf'])
  expect(newest.docs[0]).toMatchObject({ sender: member.user.name, createdAt: expect.any(String) })

  await send(_id, [photo], {}, { as: owner })
  const first = await filesOf(_id)
  expect([first.docs.length, first.docs[0]?.sender, first.hasEarlier]).toEqual([33, owner.user.name, false])
  await send(_id, [photo])
  const page = await filesOf(_id)
  expect([page.docs.length, page.docs.at(-1)?.seq, page.hasEarlier]).toEqual([30, 3, true])
  expect(await filesOf(_id, 3)).toMatchObject({ docs: [1, 1, 1, 1].map((seq) => ({ seq })), hasEarlier: false })
})

test('only people who may read the thread may list its files [D6.3] [S6.2]', async () => {
  const { _id } = await member.raise()
  await send(_id, [offer])
  expect((await viewer.get(`/chat/files?enquiryId=${_id}`)).status).toBe(403)
  const missing = await stranger.get(`/chat/files?enquiryId=${randomUUID()}`)
  expect(await stranger.get(`/chat/files?enquiryId=${_id}`)).toMatchObject({ status: 404, body: missing.body })
})

/** A thread of `count` messages without text, with a file each, or none. */
async function longThread(count: number, fileCount: 0 | 1) {
  const { _id } = await member.raise()
  const { _id: companyId } = member.user.company
  const seqs = app.db`generate_series(1, ${count}::int) seq`
  await app.db`update enquiry set last_message_seq = ${count} where company_id = ${companyId} and id = ${_id}`
  await app.db`
    insert into message (company_id, enquiry_id, seq, id, client_id, side, sender_id, message, file_count)
    select ${companyId}, ${_id}, seq, gen_random_uuid(), seq::text, 'host', ${member.user._id}, '', ${fileCount}::int
    from ${seqs}`
  await app.db`
    insert into file (company_id, sha256, size) values (${companyId}, repeat('0', 64), 1) on conflict do nothing`
  await app.db`
    insert into message_file (company_id, id, enquiry_id, seq, position, name, size, sha256, received_sha256)
    select ${companyId}, gen_random_uuid(), ${_id}, seq, 0, 'a.pdf', 1, repeat('0', 64), repeat('0', 64)
    from ${seqs} where ${fileCount}::int = 1`
  return _id
}

// The plans name the tables as they are, without partitions.
test.skipIf(inject('partitions') > 0)(
  'messages are read with their files, and files of a long thread page by page, by index',
  async () => {
    const [without, withFiles] = [await longThread(3000, 0), await longThread(3000, 1)]
    await app.db`vacuum analyze`
    for (const mode of planModes) {
      // Counts a search that finds nothing too.
      const filesRead = async (url: string) => {
        const plans = await plansOfQueries(app.db, await queriesOf(() => member.get(url)), mode)
        const nodes = plans.filter((node) => node['Relation Name'] === 'message_file')
        expect([mode, url, ...nodes.map((node) => node['Node Type'])]).not.toContain('Seq Scan')
        return nodes.reduce((sum, node) => sum + Math.max(node['Actual Rows'], 1) * node['Actual Loops'], 0)
      }
      expect(await filesRead(`/chat?enquiryId=${without}`)).toBe(0)
      expect(await filesRead(`/chat?enquiryId=${withFiles}`)).toBe(50)
      expect(await filesRead(`/chat/files?enquiryId=${withFiles}`)).toBeLessThanOrEqual(40)
      expect(await filesRead(`/chat/files?enquiryId=${withFiles}&before=1500`)).toBeLessThanOrEqual(40)
    }
  },
)
