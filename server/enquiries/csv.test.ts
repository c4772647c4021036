import { once } from 'node:events'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import { expect, test, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { ImportReport } from '#contract/csv.ts'
import { ask, join, people, registerOwner, type Person } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'
import { csvRows } from './csv.ts'

const app = await testApp()
const { owner, viewer, stranger } = await people(app)

let address: Promise<string> | undefined

function listening() {
  return (address ??= app.app.listen({ port: 0, host: '127.0.0.1' }))
}

function upload(person: Person, payload: string | Buffer, query = '', headers: Record<string, string> = {}) {
  return ask<ImportReport>(app, {
    method: 'POST',
    url: `/enquiry/import${query}`,
    payload,
    headers: { 'content-type': 'text/csv', authorization: `Bearer ${person.accessToken}`, ...headers },
  })
}

async function download(person: Person, query = '') {
  const { status, body, headers } = await person.get(`/enquiry/export${query}`)
  expect(status).toBe(200)
  return { text: body.message, headers }
}

async function rowsOf(text: string) {
  const rows = []
  for await (const row of csvRows(text)) rows.push(row)
  return rows
}

const tricky = {
  enquiryType: 'A, "quoted" type',
  summery: '=cmd|’/C calc’!A0',
  description: 'two\nlines',
  comments: '-1+1',
}

test('a view is exported as RFC 4180, with formulas made harmless', async () => {
  const boss = await registerOwner(app, { companyName: 'Export' })
  await boss.raise({ enquiryType: 'Plain' })
  await boss.raise(tricky)
  await boss.patch('/enquiry', { id: (await boss.raise({ enquiryType: 'Closed' }))._id, enquiryStatus: 'closed' })
  const { text, headers } = await download(boss, '?enquiryStatus=open&sort=enquiryId')
  expect(headers).toMatchObject({ 'content-type': 'text/csv; charset=utf-8', 'x-total-docs': '2' })
  expect(headers['content-disposition']).toMatch(/^attachment; filename="enquiries-\d{4}-\d\d-\d\d\.csv"$/)
  expect(text.startsWith('\uFEFFEnquiry ID,Type,')).toBe(true)
  expect(text).toContain(`ENQ-000002,"A, ""quoted"" type",'=cmd|’/C calc’!A0,"two\nlines",'-1+1,Open,Olivia Owner,0,0,`)
  expect(text.trimEnd().split('\r\n')).toHaveLength(3)
})

test('a searched view is exported too', async () => {
  const boss = await registerOwner(app, { companyName: 'Found' })
  await boss.raise({ summery: 'Needle one' })
  await boss.raise({ summery: 'Hay' })
  await boss.raise({ summery: 'Needle two' })
  const { text } = await download(boss, '?search=needle')
  expect((await rowsOf(text)).map(({ cells }) => cells[2])).toEqual(['Summary', 'Needle two', 'Needle one'])
})

test('enquiries named one by one are exported, and nobody else’s [D6.3]', async () => {
  const boss = await registerOwner(app, { companyName: 'Named' })
  const [first, , third] = [await boss.raise(), await boss.raise(), await boss.raise()]
  const ids = [first._id, third._id, (await stranger.raise())._id]
  const { status, body } = await boss.post('/enquiry/export', { ids, sort: 'enquiryId' })
  expect(status).toBe(200)
  expect((await rowsOf(body.message)).slice(1).map(({ cells }) => cells[0])).toEqual(['ENQ-000001', 'ENQ-000003'])
})

test('what was exported can be imported elsewhere, and is the same', async () => {
  const from = await registerOwner(app, { companyName: 'From' })
  const to = await registerOwner(app, { companyName: 'To' })
  await from.raise(tricky)
  await from.patch('/enquiry', { id: (await from.raise({ enquiryType: 'Second' }))._id, enquiryStatus: 'onHold' })
  const { text } = await download(from, '?sort=enquiryId')
  const { status, body } = await upload(to, text)
  expect(status).toBe(201)
  expect(body).toMatchObject({ message: '2 enquiries imported', data: { created: 2, firstEnquiryId: 'ENQ-000001' } })
  const { docs } = (await to.get('/enquiry?sort=enquiryId')).body.data
  expect(docs).toEqual([
    expect.objectContaining({ ...tricky, enquiryStatus: 'open', user: expect.objectContaining({ _id: to.user._id }) }),
    expect.objectContaining({ enquiryType: 'Second', enquiryStatus: 'onHold' }),
  ])
  expect((await to.get('/enquiry/summary')).body.data).toMatchObject({
    total: 2,
    byStatus: { open: 1, onHold: 1 },
    types: [tricky.enquiryType, 'Second'],
  })
  expect((await to.get('/enquiry?search=quoted+calc')).body.data.totalDocs).toBe(1)
  expect((await to.raise()).enquiryId).toBe('ENQ-000003')
})

test('a preview shows columns, lines and what is refused, and imports nothing', async () => {
  const file = 'Kind;Subject;Status\nA;One;open\n;Two;Closed\nB;Three;done\n\nC;Four;;extra\n'
  const guessed = await upload(owner, file, '?dryRun=true')
  expect(guessed.body.data).toMatchObject({
    headings: ['Kind', 'Subject', 'Status'],
    columns: { summery: 'Subject', enquiryStatus: 'Status' },
    refusedLines: 4,
  })
  const columns = encodeURIComponent(JSON.stringify({ ...guessed.body.data.columns, enquiryType: 'Kind' }))
  const { status, body } = await upload(owner, file, `?dryRun=true&columns=${columns}`)
  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    lines: 4,
    refusedLines: 3,
    preview: [{ enquiryType: 'A', summery: 'One', enquiryStatus: 'open' }, { summery: 'Two' }, {}, {}],
    refused: [
      { line: 3, errors: { enquiryType: 'enquiryType is a required field' } },
      { line: 4, errors: { enquiryStatus: expect.stringContaining('must be one of') } },
      { line: 6, errors: { line: 'has more cells than there are columns' } },
    ],
    created: 0,
  })
  expect((await owner.get('/enquiry/summary')).body.data.total).toBe(0)
})

test('columns of one name are told apart', async () => {
  const boss = await registerOwner(app, { companyName: 'Doubled' })
  const file = 'Type,Text,Text,Text (2)\nA,One,Two,Three'
  const columns = encodeURIComponent(JSON.stringify({ enquiryType: 'Type', summery: 'Text', comments: 'Text (2)' }))
  const { status, body } = await upload(boss, file, `?columns=${columns}`)
  expect([status, body.data?.headings]).toEqual([201, ['Type', 'Text', 'Text (2)', 'Text (2) (2)']])
  expect((await boss.get('/enquiry')).body.data.docs[0]).toMatchObject({ summery: 'One', comments: 'Two' })
})

test('with one refused line nothing goes in', async () => {
  const { status, body } = await upload(owner, 'Type\nA\nB\n"  "\nC,D')
  expect(status).toBe(400)
  expect(body).toMatchObject({
    message: '1 line is not as they must be. Nothing was imported',
    data: { refusedLines: 1 },
  })
  expect((await owner.get('/enquiry/summary')).body.data.total).toBe(0)
})

test('the same file with the same Idempotency-Key goes in once [D7.4]', async () => {
  const boss = await registerOwner(app, { companyName: 'Twice' })
  const key = { 'idempotency-key': 'import-1' }
  const first = await upload(boss, 'Type\nA', '', key)
  expect((await upload(boss, 'Type\nA', '', key)).body).toEqual(first.body)
  expect((await upload(boss, 'Type\nB', '', key)).status).toBe(409)
  expect((await boss.get('/enquiry/summary')).body.data.total).toBe(1)
})

test('more imports at the same moment than there are connections all go in, each with numbers of its own', async () => {
  const boss = await registerOwner(app, { companyName: 'Twelve' })
  const answers = await Promise.all(Array.from({ length: 12 }, () => upload(boss, 'Type\nA\nB')))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 201))
  const firsts = answers.map(({ body }) => Number(body.data.firstEnquiryId!.slice(4)))
  expect(firsts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, index) => 1 + index * 2))
  expect((await boss.get('/enquiry?limit=1')).body.data.totalDocs).toBe(24)
})

test('imported enquiries have the moment of their numbers, by the clock of the database', async () => {
  const boss = await registerOwner(app, { companyName: 'Clock' })
  const before = await boss.raise()
  vi.setSystemTime(new Date('2020-01-01'))
  await upload(boss, 'Type\nA').finally(() => vi.useRealTimers())
  const { docs } = (await boss.get('/enquiry')).body.data
  expect(docs[0].createdAt > before.createdAt).toBe(true)
})

const picture = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

test.each([
  ['nothing', '', 415, 'The file is empty. Its first line must name the columns'],
  ['headings alone', 'Type,Summary\n', 400, 'The file has no lines below its headings'],
  ['a picture', picture, 415, 'This is not a CSV file. Save the table as “CSV UTF-8” and try again'],
  [
    'UTF-16',
    Buffer.from('\uFEFFType\nA', 'utf16le'),
    415,
    'The file is in UTF-16. Save it as “CSV UTF-8” and try again',
  ],
  [
    'Windows-1252',
    Buffer.from('Type\nStra\xdfe', 'latin1'),
    415,
    'The file is not in UTF-8. Save it as “CSV UTF-8” and try again',
  ],
  ['an open quotation mark', 'Type\nA\n"B', 400, 'Line 3: a quotation mark is not closed'],
  [
    'too many cells in a line',
    `Type\n${','.repeat(limits.csvBytes - 10)}`,
    400,
    'Line 2 has more than 1,000 cells. Is this the right file?',
  ],
  [
    'a cell that is too long',
    `Type\n\n${'A'.repeat(limits.csvBytes - 10)}`,
    400,
    'Line 3 has a cell of more than 100,000 characters. Is this the right file?',
  ],
  [
    'a quoted cell that is too long',
    `Type\n"${'""'.repeat(limits.csvBytes / 2 - 10)}"`,
    400,
    'Line 2 has a cell of more than 100,000 characters. Is this the right file?',
  ],
  [
    'too many lines',
    `Type\n${'A\n'.repeat(limits.csvLines + 1)}`,
    413,
    'The file has more than 50,000 lines. Split it into smaller ones',
  ],
  [
    'too many bytes',
    Buffer.alloc(limits.csvBytes + 1, 'A'),
    413,
    'The file is larger than 20 MB. Split it into smaller ones',
  ],
])('a file of %s is refused with a clear message [D8.3]', async (_what, file, status, message) => {
  const answer = await upload(owner, file)
  expect([answer.status, answer.body.message]).toEqual([status, message])
  expect((await owner.get('/enquiry/summary')).body.data.total).toBe(0)
})

test.each([
  ['columns=%7B', 'columns must be a JSON object'],
  ['columns=%7B%22enquiryType%22%3A%22Nope%22%7D', 'The file has no column “Nope” for enquiryType'],
  ['columns=%7B%22password%22%3A%22Type%22%7D', expect.any(String)],
])('an import with %s is refused', async (query, message) => {
  const { status, body } = await upload(owner, 'Type\nA', `?${query}`)
  expect([status, body.errors]).toEqual([400, { [Object.keys(body.errors!)[0]!]: message }])
})

test('while a file of twenty megabytes is read, others are answered', async () => {
  const reading = upload(owner, `Type\n${'\n'.repeat(limits.csvBytes - 10)}`)
  const progress = { isRead: false }
  void reading.finally(() => (progress.isRead = true))
  let turns = 0
  for (; !progress.isRead; turns++) await new Promise(setImmediate)
  expect(turns).toBeGreaterThan(limits.csvBytes / 200_000)
  expect((await reading).body.message).toBe('The file has no lines below its headings')
})

test('a viewer exports, and imports nothing [D6.2]', async () => {
  await download(viewer)
  expect((await upload(viewer, 'Type\nA')).status).toBe(403)
})

test('an export ends when who asked for it is deactivated', async () => {
  const boss = await registerOwner(app, { companyName: 'Leaving' })
  const leaver = await join(boss, 'member')
  await boss.raise()
  const origin = await listening()
  const heard = await app.db.begin(async (tx) => {
    // Holds the export up between its headings and its first lines.
    await tx`lock table enquiry in access exclusive mode`
    const headers = { authorization: `Bearer ${leaver.accessToken}` }
    const request = httpRequest(`${origin}/api/enquiry/export`, { headers }).end()
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    const pieces: Buffer[] = []
    response.on('data', (piece: Buffer) => pieces.push(piece))
    const ended = once(response, 'end').then(
      () => 'whole',
      () => 'broken off',
    )
    await expect.poll(() => pieces.length).toBe(1)
    expect((await boss.patch(`/team/${leaver.user._id}`, { isActive: false })).status).toBe(200)
    return { pieces, ended }
  })
  expect(await heard.ended).toBe('broken off')
  expect(Buffer.concat(heard.pieces).toString()).toMatch(/^\ufeffEnquiry ID,.*\r\n$/)
})

test('an export that is broken off holds nothing up', async () => {
  const boss = await registerOwner(app, { companyName: 'Broken off' })
  // More than the connection between the two takes in by itself, in few lines: those are what costs time.
  expect((await upload(boss, `Type,Description\n${`A,${'x'.repeat(19_000)}\n`.repeat(900)}`)).status).toBe(201)
  const origin = await listening()
  const running = async () => {
    const [row] = await app.db`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`
    return row!.count as number
  }
  const request = httpRequest(`${origin}/api/enquiry/export`, {
    headers: { authorization: `Bearer ${boss.accessToken}` },
  })
  request.end()
  const [response] = await once(request, 'response')
  await once(response, 'data')
  response.destroy()
  await expect.poll(running).toBe(0)
  expect((await boss.get('/enquiry?limit=1')).status).toBe(200)
})
