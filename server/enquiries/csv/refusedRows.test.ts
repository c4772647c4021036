import { once } from 'node:events'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { ask, people, registerOwner, type Person } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'
import { uploadCsv } from '#server/test/uploadCsv.ts'

const app = await testApp()
const { owner } = await people(app)

function toFix(person: Person, payload: string | Buffer, query = '') {
  return ask<string>(app, {
    method: 'POST',
    url: `/enquiry/import/refused${query}`,
    payload,
    headers: { 'content-type': 'text/csv', authorization: `Bearer ${person.accessToken}` },
  })
}

test('rows are numbered as a spreadsheet numbers them, with empty lines and cells of several lines', async () => {
  const file = 'Type,Summary\n"A","Two\nlines"\n\n,Four\n,,\n"B\r\n","Six\r\n\r\nlines"\n,Seven'
  const { body } = await uploadCsv(owner, file, '?dryRun=true')
  expect(body.data.refused.map(({ row }) => row)).toEqual([4, 7])
  expect(body.data.rows).toBe(4)
})

test('the rows without errors are imported, the others are returned as a file that says what to fix', async () => {
  const boss = await registerOwner(app, { companyName: 'Partly' })
  const long = 'x'.repeat(limits.summery + 1)
  const file = `Type;Subject;Status\nA;"Two\nlines";open\n;=Two;Closed\n\nB;Three;banana\nC;${long};;extra\nD;Five;`
  const { status, body } = await uploadCsv(boss, file, '?onlyValid=true')
  expect(status).toBe(201)
  expect(body).toMatchObject({ message: '2 enquiries imported', data: { created: 2, refusedRows: 3 } })
  const { docs } = (await boss.get('/enquiry?sort=enquiryId')).body.data
  expect(docs.map(({ enquiryType }: { enquiryType: string }) => enquiryType)).toEqual(['A', 'D'])

  const refused = await toFix(boss, file)
  expect(refused.headers['content-disposition']).toMatch(/filename="to-fix-/)
  expect(refused.body.message).toBe(
    [
      '\uFEFFTo fix,Type,Subject,Status',
      "The type is missing,,'=Two,Closed",
      '"“banana” is not a status. Use Open, In progress, In review, On hold, or Closed",B,Three,banana',
      `The row has more cells than there are headings,C,${long},,extra`,
      '',
    ].join('\r\n'),
  )
})

test('a file that is fixed in part and downloaded again has one column that says what to fix', async () => {
  const first = await toFix(owner, 'Type,Status\n,open\nA,banana\n,closed')
  const fixedInPart = first.body.message.replace('The type is missing,,open', 'The type is missing,B,open')
  const { body } = await uploadCsv(owner, fixedInPart, '?dryRun=true')
  expect(body.data).toMatchObject({ rows: 3, refusedRows: 2 })
  const second = await toFix(owner, fixedInPart)
  expect(second.body.message).toBe(first.body.message.replace('The type is missing,,open\r\n', ''))
})

test('a column “To fix” that fills a field stays in the file of rows to fix', async () => {
  const columns = encodeURIComponent(JSON.stringify({ enquiryType: 'Type', summery: 'To fix' }))
  const { body } = await toFix(owner, 'Type,To fix\n,The roof', `?columns=${columns}`)
  expect(body.message).toBe('\uFEFFTo fix,Type,To fix\r\nThe type is missing,,The roof\r\n')
})

test('a file that cannot be read to its end is refused, and no part of its rows to fix is sent [D8.3]', async () => {
  const { status, body } = await toFix(owner, `Type,Text\n${`,${'x'.repeat(1000)}\n`.repeat(1000)}A,"B`)
  expect([status, body.message]).toEqual([400, 'Row 1002: a quotation mark is not closed'])
})

/** Almost as large as a file can be, and far more than a connection buffers. */
const largeFile = Buffer.from(`Type,Text\nA,One\n${`,${'x'.repeat(9_998)}\n`.repeat(2000)}`)
const maxKeptBytes = largeFile.length / 3

/** The memory of strings and objects in use; buffers are elsewhere. */
function usedHeap() {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  collectGarbage()
  return process.memoryUsage().heapUsed
}

test('an import keeps none of the cells of refused rows', async () => {
  const before = usedHeap()
  const blocked = await app.db.begin(async (tx) => {
    await tx`lock table enquiry in access exclusive mode`
    const sending = uploadCsv(owner, largeFile, '?onlyValid=true')
    await expect.poll(blockedQueries).toBe(1)
    // In an object, so that the transaction does not wait for the import.
    return { sending, kept: usedHeap() - before }
  })
  expect(blocked.kept).toBeLessThan(maxKeptBytes)
  expect((await blocked.sending).body).toMatchObject({ data: { created: 1, refusedRows: 2000 } })
})

async function blockedQueries() {
  const [row] = await app.db<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  return row!.count
}

test('the rows to fix are read from the file while they are sent', async () => {
  const origin = await app.app.listen({ port: 0, host: '127.0.0.1' })
  const before = usedHeap()
  const request = httpRequest(`${origin}/api/enquiry/import/refused`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.accessToken}`, 'content-type': 'text/csv' },
  })
  request.end(largeFile)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  await once(response, 'readable')
  expect(usedHeap() - before).toBeLessThan(maxKeptBytes)
  let lines = 0
  for await (const piece of response.setEncoding('utf8')) lines += (piece as string).split('\n').length - 1
  expect(lines).toBe(2001)
})

test('the server responds to others while it writes the rows to fix [D12.1]', async () => {
  const writing = toFix(owner, largeFile)
  const progress = { isWritten: false }
  void writing.finally(() => (progress.isWritten = true))
  let answered = 0
  for (; !progress.isWritten; answered++) await owner.get('/auth/profile')
  expect(answered).toBeGreaterThan(5)
  expect((await writing).status).toBe(200)
})
