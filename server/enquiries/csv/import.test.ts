import { expect, test, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import { people, type Person, registerOwner } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'
import { uploadCsv } from '#server/test/uploadCsv.ts'
import { waitFor } from '#server/test/waitFor.ts'

const app = await testApp()
const { owner, viewer } = await people(app)

test('a preview shows columns, rows and errors, and imports nothing', async () => {
  const file = 'Kind;Subject;Status\nA;One;open\n;Two;Closed\nB;Three;done\n\nC;Four;;extra\n'
  const guessed = await uploadCsv(owner, file, '?dryRun=true')
  expect(guessed.body.data).toMatchObject({
    headings: ['Kind', 'Subject', 'Status'],
    columns: { summery: 'Subject', enquiryStatus: 'Status' },
    refusedRows: 4,
  })
  const columns = encodeURIComponent(JSON.stringify({ ...guessed.body.data.columns, enquiryType: 'Kind' }))
  const { status, body } = await uploadCsv(owner, file, `?dryRun=true&columns=${columns}`)
  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    rows: 4,
    refusedRows: 3,
    preview: [{ enquiryType: 'A', summery: 'One', enquiryStatus: 'open' }, { summery: 'Two' }, {}, {}],
    refused: [
      { row: 3, errors: { enquiryType: 'The type is missing' } },
      {
        row: 4,
        errors: {
          enquiryStatus: '“done” is not a status. Use Open, In progress, In review, On hold, or Closed',
        },
      },
      { row: 6, errors: { row: 'The row has more cells than there are headings' } },
    ],
    created: 0,
  })
  expect((await owner.get('/enquiry/summary')).body.data.total).toBe(0)
})

test('columns with the same name get distinct names', async () => {
  const boss = await registerOwner(app, { companyName: 'Doubled' })
  const file = 'Type,Text,Text,Text (2)\nA,One,Two,Three'
  const columns = encodeURIComponent(JSON.stringify({ enquiryType: 'Type', summery: 'Text', comments: 'Text (2)' }))
  const { status, body } = await uploadCsv(boss, file, `?columns=${columns}`)
  expect([status, body.data?.headings]).toEqual([201, ['Type', 'Text', 'Text (2)', 'Text (2) (2)']])
  expect((await boss.get('/enquiry')).body.data.docs[0]).toMatchObject({ summery: 'One', comments: 'Two' })
})

test('as many equal headings as a file can have get distinct names', async () => {
  const headings = Array.from({ length: limits.csvCells }, () => 'A'.repeat(limits.csvHeading))
  const { body } = await uploadCsv(owner, headings.join(','), '?dryRun=true')
  expect(body.data.headings.at(-1)).toBe(`${headings[0]} (${limits.csvCells})`)
})

test('an import with one invalid row imports nothing', async () => {
  const { status, body } = await uploadCsv(owner, 'Type\nA\nB\n"  "\nC,D')
  expect(status).toBe(400)
  expect(body).toMatchObject({
    message: '1 of 3 rows needs fixing. Nothing was imported',
    data: { refusedRows: 1 },
  })
  expect((await owner.get('/enquiry/summary')).body.data.total).toBe(0)
})

test('an import of valid rows only is refused if there are none', async () => {
  const { status, body } = await uploadCsv(owner, 'Type,Status\nA,x\n,open', '?onlyValid=true')
  expect([status, body.message]).toEqual([400, '2 of 2 rows need fixing. Nothing was imported'])
})

test('the same file with the same Idempotency-Key is imported once [D7.4]', async () => {
  const boss = await registerOwner(app, { companyName: 'Twice' })
  const key = { 'idempotency-key': 'import-1' }
  const first = await uploadCsv(boss, 'Type\nA', '', key)
  expect((await uploadCsv(boss, 'Type\nA', '', key)).body).toEqual(first.body)
  expect((await uploadCsv(boss, 'Type\nB', '', key)).status).toBe(409)
  expect((await boss.get('/enquiry/summary')).body.data.total).toBe(1)
})

test('an import that is repeated takes no enquiry numbers [D7.4]', async () => {
  const boss = await registerOwner(app, { companyName: 'Repeated' })
  const key = { 'idempotency-key': 'import-2' }
  for (let time = 0; time < 3; time++) await uploadCsv(boss, 'Type\nA\nB', '', key)
  expect((await uploadCsv(boss, 'Type\nC', '', key)).status).toBe(409)
  expect((await boss.raise()).enquiryId).toBe('ENQ-000003')
})

test('more concurrent imports than connections all succeed, each with numbers of its own', async () => {
  const boss = await registerOwner(app, { companyName: 'Twelve' })
  const responses = await Promise.all(Array.from({ length: 12 }, () => uploadCsv(boss, 'Type\nA\nB')))
  expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 201))
  const firsts = responses.map(({ body }) => Number(body.data.firstEnquiryId!.slice(4)))
  expect(firsts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, index) => 1 + index * 2))
  expect((await boss.get('/enquiry?limit=1')).body.data.totalDocs).toBe(24)
})

test('a company has one import at a time, and keeps nobody else waiting [D12.1] [D12.2]', async () => {
  const [boss, other] = [await registerOwner(app), await registerOwner(app)]
  const ended: string[] = []
  const upload = async (name: string, person: Person, rows: number) => {
    const headers = { 'x-forwarded-for': person === boss ? '203.0.113.1' : '203.0.113.2' }
    expect((await uploadCsv(person, `Type\n${'A\n'.repeat(rows)}`, '', headers)).status).toBe(201)
    ended.push(name)
  }
  const long = upload('long', boss, 5000)
  // It has taken its numbers, so it has its turn.
  await waitFor(async () => {
    expect(await app.db`select from company where id = ${boss.user.company._id} and last_enquiry_no > 0`).toHaveLength(
      1,
    )
  })
  await Promise.all([long, upload('next', boss, 1), upload('elsewhere', other, 1)])
  expect(ended).toEqual(['elsewhere', 'long', 'next'])
})

test('on a new server, an import does not read all enquiries for each of its rows [D12.1]', async () => {
  const fresh = await testApp()
  const rows = 5000
  expect((await uploadCsv(await registerOwner(fresh), `Type\n${'A\n'.repeat(rows)}`)).status).toBe(201)
  await waitFor(async () => {
    const [table] = await fresh.db<{ inserted: number; read: number }[]>`
      select n_tup_ins::int as inserted, idx_tup_fetch::int as read from pg_stat_user_tables where relname = 'enquiry'`
    expect(table!.inserted).toBe(rows)
    expect(table!.read).toBeLessThan(200 * rows)
  })
})

test('imported enquiries are created at the moment of their numbers, by the database clock', async () => {
  const boss = await registerOwner(app, { companyName: 'Clock' })
  const before = await boss.raise()
  vi.setSystemTime(new Date('2020-01-01'))
  await uploadCsv(boss, 'Type\nA').finally(() => vi.useRealTimers())
  const { docs } = (await boss.get('/enquiry')).body.data
  expect(docs[0].createdAt > before.createdAt).toBe(true)
})

const picture = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

test.each([
  ['nothing', '', 415, 'The file is empty. The first row must contain the column names'],
  ['only headings', 'Type,Summary\n', 400, 'The file has no rows below its headings'],
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
  ['an open quotation mark', 'Type\nA\n"B', 400, 'Row 3: a quotation mark is not closed'],
  [
    'too many cells in a row',
    `Type\n${','.repeat(limits.csvCells)}`,
    400,
    'Row 2 has more than 1,000 cells. Is this the right file?',
  ],
  [
    'a row that is too long',
    `Type\n\n${'A'.repeat(limits.csvBytes - 10)}`,
    400,
    'Row 3 is longer than 500,000 bytes. Is this the right file?',
  ],
  [
    'a quoted cell that is too long',
    `Type\n"A\r\nB"\n"${'""'.repeat(limits.csvBytes / 2 - 10)}"`,
    400,
    'Row 3 is longer than 500,000 bytes. Is this the right file?',
  ],
  [
    'a row of nothing but separators',
    `Type\n${','.repeat(limits.csvBytes - 10)}`,
    400,
    'Row 2 is longer than 500,000 bytes. Is this the right file?',
  ],
  [
    'a quotation mark inside an unquoted cell',
    'Type\nA\n5" pipe',
    400,
    'Row 3: there is a quotation mark inside a cell. Put the whole cell in quotation marks, and double the ones inside it',
  ],
  [
    'a heading that is too long',
    `${'A'.repeat(limits.csvHeading + 1)}\nA`,
    400,
    'Row 1 has a heading of more than 200 characters. Shorten it',
  ],
  [
    'nothing but empty cells',
    `Type\n${',\n'.repeat(limits.csvRows)}`,
    400,
    'The file has more than 100,000 rows. Delete the empty ones, or split the file into smaller ones',
  ],
  [
    'too many rows',
    `Type\n${'A\n'.repeat(limits.csvEnquiries + 1)}`,
    413,
    'The file has more than 50,000 rows. Split it into smaller ones',
  ],
  [
    'too many bytes',
    Buffer.alloc(limits.csvBytes + 1, 'A'),
    413,
    'The file is larger than 20 MB. Split it into smaller ones',
  ],
])('a file of %s is refused with a clear message [D8.3]', async (_what, file, status, message) => {
  const response = await uploadCsv(owner, file)
  expect([response.status, response.body.message]).toEqual([status, message])
  expect((await owner.get('/enquiry/summary')).body.data.total).toBe(0)
})

test.each([
  ['columns=%7B', 'columns must be a JSON object'],
  ['columns=%7B%22enquiryType%22%3A%22Nope%22%7D', 'The file has no column “Nope” for enquiryType'],
  ['columns=%7B%22password%22%3A%22Type%22%7D', expect.any(String)],
])('an import with %s is refused', async (query, message) => {
  const { status, body } = await uploadCsv(owner, 'Type\nA', `?${query}`)
  expect([status, body.errors]).toEqual([400, { [Object.keys(body.errors!)[0]!]: message }])
})

test('the server responds to others while it reads a file of twenty megabytes', async () => {
  const reading = uploadCsv(owner, `Type\n${'\n'.repeat(limits.csvBytes - 10)}`)
  const progress = { isRead: false }
  void reading.finally(() => (progress.isRead = true))
  let answered = 0
  for (; !progress.isRead; answered++) await viewer.get('/auth/profile')
  expect(answered).toBeGreaterThan(5)
  expect((await reading).body.message).toBe('The file has no rows below its headings')
})

test('a viewer cannot import [D6.2]', async () => {
  expect((await uploadCsv(viewer, 'Type\nA')).status).toBe(403)
})
