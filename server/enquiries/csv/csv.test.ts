import { once } from 'node:events'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { join, people, registerOwner, type Person } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'
import { uploadCsv } from '#server/test/uploadCsv.ts'
import { csvRows, toCsvLine } from './csv.ts'

const app = await testApp()
const { stranger } = await people(app)

let address: Promise<string> | undefined

function listening() {
  return (address ??= app.app.listen({ port: 0, host: '127.0.0.1' }))
}

async function download(person: Person, query = '') {
  const { status, body, headers } = await person.get(`/enquiry/export${query}`)
  expect(status).toBe(200)
  return { text: body.message, headers }
}

async function rowsOf(text: string) {
  const rows = []
  for await (const row of csvRows(Buffer.from(text))) rows.push(row)
  return rows
}

const tricky = {
  enquiryType: 'A, "quoted" type',
  summery: '=cmd|’/C calc’!A0',
  description: 'two\nlines',
  comments: '-1+1',
}

test('a view is exported as in RFC 4180, with formulas escaped', async () => {
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

test('a view with a search can be exported', async () => {
  const boss = await registerOwner(app, { companyName: 'Found' })
  await boss.raise({ summery: 'Needle one' })
  await boss.raise({ summery: 'Hay' })
  await boss.raise({ summery: 'Needle two' })
  const { text } = await download(boss, '?search=needle')
  expect((await rowsOf(text)).map(({ cells }) => cells[2])).toEqual(['Summary', 'Needle two', 'Needle one'])
})

test('enquiries are exported by id, but none of another company [D6.3]', async () => {
  const boss = await registerOwner(app, { companyName: 'Named' })
  const [first, , third] = [await boss.raise(), await boss.raise(), await boss.raise()]
  const ids = [first._id, third._id, (await stranger.raise())._id]
  const { status, body } = await boss.post('/enquiry/export', { ids, sort: 'enquiryId' })
  expect(status).toBe(200)
  expect((await rowsOf(body.message)).slice(1).map(({ cells }) => cells[0])).toEqual(['ENQ-000001', 'ENQ-000003'])
})

test('an import of an export creates the same enquiries', async () => {
  const from = await registerOwner(app, { companyName: 'From' })
  const to = await registerOwner(app, { companyName: 'To' })
  await from.raise(tricky)
  await from.patch('/enquiry', { id: (await from.raise({ enquiryType: 'Second' }))._id, enquiryStatus: 'onHold' })
  const { text } = await download(from, '?sort=enquiryId')
  const { status, body } = await uploadCsv(to, text)
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

/** Text that could break out of a cell, or look like the start of a formula. */
const awkward = fc.string({
  unit: fc.oneof(
    fc.constantFrom('=', '+', '-', '@', '＝', "'", '"', ';', ',', '\t', '\n', '\r', ' ', '\u00a0', 'a'),
    fc.string({ unit: 'binary', maxLength: 1 }),
  ),
  maxLength: 12,
})

test('any text survives a CSV file unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(awkward, { minLength: 1, maxLength: 5 }), { maxLength: 5 }), async (texts) => {
      const lines = texts.map((cells, index) => toCsvLine([`Row ${index}`, ...cells]))
      const rows = await rowsOf(`\uFEFFA,B,C\r\n${lines.join('')}`)
      expect(rows.slice(1).map(({ cells }) => cells)).toEqual(texts.map((cells, index) => [`Row ${index}`, ...cells]))
    }),
    { numRuns: 500 },
  )
})

test.each([';', '\t'])('no cell starts with a formula if “%s” is taken for the separator', (separator) => {
  fc.assert(
    fc.property(fc.array(awkward, { minLength: 1, maxLength: 5 }), (cells) => {
      // Quotation marks do not protect the text of a cell there.
      const pieces = toCsvLine(cells).split(new RegExp(`[\r\n${separator}]`))
      expect(pieces.filter((piece) => /^"*[=+\-@＝＋－＠]/.test(piece))).toEqual([])
    }),
    { numRuns: 2000 },
  )
})

test.each([
  ['sep=;\r\nType;Summary\r\nQuestion;Price, today?\r\n', ['Question', 'Price, today?']],
  ['\uFEFFsep=\t\nType\tSummary\nRepair\tPump; hall 2\n', ['Repair', 'Pump; hall 2']],
  ['"sep=,"\n"Type","Summary"\n"Repair","a;b;c;d"\n', ['Repair', 'a;b;c;d']],
  ['SEP=|\rType|Summary\rRepair|a,b;c\r', ['Repair', 'a,b;c']],
])('the line %j tells Excel the separator, and is no row', async (text, cells) => {
  expect(await rowsOf(text)).toEqual([
    { row: 2, cells: ['Type', 'Summary'] },
    { row: 3, cells },
  ])
})

test.each([
  ['sep=type,Summary', ['sep=type', 'Summary']],
  ['sep=,Summary', ['sep=', 'Summary']],
  ['"sep=;",Summary', ['sep=;', 'Summary']],
])('a heading that only begins like such a line is a heading: %s', async (heading, cells) => {
  expect(await rowsOf(`${heading}\nA,B\n`)).toEqual([
    { row: 1, cells },
    { row: 2, cells: ['A', 'B'] },
  ])
})

test('an export ends when its reader is deactivated', async () => {
  const boss = await registerOwner(app, { companyName: 'Leaving' })
  const leaver = await join(boss, 'member')
  await boss.raise()
  const origin = await listening()
  const heard = await app.db.begin(async (tx) => {
    // Blocks the export between its headings and its first lines.
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

test('an aborted export leaves no query running', async () => {
  const boss = await registerOwner(app, { companyName: 'Broken off' })
  // More than the connection buffers, in few lines, because lines take time.
  expect((await uploadCsv(boss, `Type,Description\n${`A,${'x'.repeat(19_000)}\n`.repeat(900)}`)).status).toBe(201)
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
