import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, expect, test } from 'vitest'
import { PageOfEnquiries } from '#contract/enquiries.ts'
import { wordTag } from '#server/enquiries/list/stretches.ts'
import { fillCompany } from '#server/test/manyEnquiries.ts'
import { registerOwner } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'

/** A search checks the matches of a filter one by one if there are at most a thousand, so the filter here has more. */
const count = 4000
const app = await testApp()
const owner = await registerOwner(app)
await fillCompany(app, owner.user, count)
// A word that no closed enquiry contains.
await app.db`
  update enquiry_words w set words = words || array_to_tsvector(array[${wordTag(owner.user.company._id, 1)} || 'lively'])
  from enquiry e where e.company_id = w.company_id and e.enquiry_no = w.enquiry_no and e.status <> 'closed'`
await app.app.listen({ port: 0, host: '127.0.0.1' })

// Each step of a search finds at most 100 matches, so that a search takes several steps. A step is counted, waits for
// advisory lock 1, and takes as long as `search_pace` says.
await app.db.unsafe(`
  create table search_step (at timestamptz not null);
  create table search_pace (seconds double precision not null);
  insert into search_pace values (0);
  alter function search_enquiry_numbers rename to find_at_once;
  create function search_enquiry_numbers(
    company uuid, tag text, sought text[], named text[], people uuid[], wanted integer, with_messages boolean,
    with_notes boolean, inout below bigint, budget integer, out numbers bigint[]
  )
  language plpgsql as $$
  begin
    insert into search_step values (clock_timestamp());
    perform pg_advisory_xact_lock_shared(1);
    perform pg_sleep(seconds) from search_pace;
    select f.below, f.numbers into below, numbers
    from find_at_once(company, tag, sought, named, people, least(wanted, 100), with_messages, with_notes, below, budget) f;
  end
  $$`)

/** Longer than the timeout of a search in seconds, so that it stops after one step on any machine. */
const slowly = 1.6
const pace = (seconds: number) => app.db`update search_pace set seconds = ${seconds}`
beforeEach(() => pace(0))

async function list(query: string) {
  const { status, body } = await owner.get(`/enquiry?${query}`)
  expect(status).toBe(200)
  return PageOfEnquiries.parse(body.data)
}

const nobody = '00000000-0000-4000-8000-000000000000'
const nothing = 'search=lively&enquiryStatus=closed'
const all = 'search=frequent&enquiryStatus=closed'
const [{ closed }] = (await app.db`select count(*)::int as closed from enquiry where status = 'closed'`) as [
  { closed: number },
]

test('a search that takes too long returns how far it got, and its cursor continues from there', async () => {
  await pace(slowly)
  const first = await list(`${nothing}&countTo=100`)
  expect(first).toMatchObject({ docs: [], totalDocs: 0, totalIsMore: true, hasNextPage: true })
  const second = await list(`${nothing}&cursor=${first.nextCursor}`)
  expect(second.searchedBackTo! < first.searchedBackTo!).toBe(true)
  await pace(0)
  const rest = await list(`${nothing}&cursor=${second.nextCursor}`)
  expect(rest).toMatchObject({ docs: [], totalDocs: 0, totalIsMore: false, nextCursor: null })
  expect(rest.searchedBackTo).toBeUndefined()
})

test('the cursors of a search that is stopped repeatedly lead to each enquiry once', async () => {
  await pace(slowly)
  const walked: string[] = []
  let cursor: string | null = ''
  for (let request = 0; cursor !== null; request++) {
    // Full speed from the third request on, to save time.
    if (request === 2) await pace(0)
    const page: PageOfEnquiries = await list(`${all}&limit=100&countTo=100&cursor=${cursor}`)
    walked.push(...page.docs.map(({ enquiryId }) => enquiryId))
    cursor = page.nextCursor
  }
  expect(walked).toHaveLength(closed)
  expect(new Set(walked).size).toBe(closed)
})

test('a list in another order also returns how far the search got', async () => {
  await pace(slowly)
  const page = await list(`${nothing}&sort=summery`)
  expect(page).toMatchObject({ docs: [], totalIsMore: true, nextCursor: null })
  expect(page.searchedBackTo).toMatch(/^ENQ-/)
})

test('after its first step, a search checks only the matches of a filter that few enquiries pass', async () => {
  const before = await steps()
  expect(await list(`search=frequent&raisedBy=${nobody}`)).toMatchObject({ totalDocs: 0, totalIsMore: false })
  const few = await list('search=frequent+rare1&enquiryStatus=onHold&sort=enquiryId')
  // The enquiries from 400 to 799 that are on hold.
  const expected = [401, 481, 521, 561, 601, 641, 681, 761]
  expect(few.docs.map(({ enquiryId }) => Number(enquiryId.slice(4)))).toEqual(expected)
  expect(await steps()).toBe(before + 2)
})

test('an export and a bulk change search to the end, however long it takes', async () => {
  // Together longer than the timeout of a search.
  await pace(0.2)
  const exported = await owner.get(`/enquiry/export?${all}`)
  expect(exported.body.message.trim().split('\r\n')).toHaveLength(1 + closed)
  const order = { filter: { search: 'frequent', enquiryStatus: 'closed' }, enquiryStatus: 'closed' }
  expect((await owner.post('/enquiry/bulk', order)).body.data).toMatchObject({ total: closed })
})

async function steps() {
  const [row] = await app.db<{ steps: number }[]>`select count(*)::int as steps from search_step`
  return row!.steps
}

test('a search ends with the step in which its caller disconnects', async () => {
  const before = await steps()
  await list(`${nothing}&countTo=100`)
  const whole = (await steps()) - before
  expect(whole).toBeGreaterThan(2)

  const leaving = new AbortController()
  const { port } = app.app.server.address() as AddressInfo
  const asked = once(app.app.server, 'request') as Promise<[IncomingMessage, ServerResponse]>
  await app.db.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(1)`
    const answered = fetch(`http://127.0.0.1:${port}/api/enquiry?countTo=100&${nothing}`, {
      headers: { authorization: `Bearer ${owner.accessToken}` },
      signal: leaving.signal,
    })
    const [, response] = await asked
    await waitFor(async () => expect(await waiting()).toBe(1))
    leaving.abort()
    await expect(answered).rejects.toThrow('aborted')
    await waitFor(() => expect(response.destroyed).toBe(true))
  })
  // A second search takes as long as the first one would have continued.
  await list(`${nothing}&countTo=100`)
  expect(await steps()).toBe(before + whole + 1 + whole)
})

async function waiting() {
  const [row] = await app.db<{ count: number }[]>`
    select count(*)::int as count from pg_locks where locktype = 'advisory' and objid = 1 and not granted`
  return row!.count
}
