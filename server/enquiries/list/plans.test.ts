import { expect, test } from 'vitest'
import { fillCompany } from '#server/test/manyEnquiries.ts'
import { registerOwner } from '#server/test/people.ts'
import {
  mostSorted,
  type Plan,
  planModes,
  type PlanMode,
  plansOfQueries,
  queriesOf,
  rowsRead,
  scannedWhole,
} from '#server/test/queryPlans.ts'
import { testApp } from '#server/test/testApp.ts'
import { companyTag } from './stretches.ts'

/** Enough to show when all of them are read, few enough to insert quickly. */
const count = 20_000
const app = await testApp()
const owner = await registerOwner(app)
const companyId = owner.user.company._id
await fillCompany(app, owner.user, count)

/** The nodes of the plans of a request's queries, as PostgreSQL ran them with a custom or a generic plan. */
async function plansOf(url: string, mode: PlanMode = 'force_custom_plan') {
  // After an event, no request gets a page that another one has read.
  await app.db`update event_counter set last_no = last_no + 1 where company_id = ${companyId}`
  return plansOfQueries(app.db, await queriesOf(() => owner.get(url)), mode)
}

/** The 25 rows of a page are read twice: for their order, then for their content. */
const pages: [title: string, query: string, atMost: number][] = [
  ['the first page', '', 60],
  ['a page in the middle', 'page=400', 1100],
  ['the last page', 'page=800', 1100],
  ['one status', 'enquiryStatus=open', 60],
  ['one status, the last page', 'enquiryStatus=onHold&page=20', 1100],
  ['two statuses', 'enquiryStatus=open,onHold', 400],
  ['by type', 'sort=enquiryType', 60],
  ['by summary, descending', 'sort=-summery', 60],
  ['by status', 'sort=enquiryStatus', 60],
  ['by status, a page in the middle', 'sort=enquiryStatus&page=400', 1100],
  ['by last change', 'sort=-updatedAt', 60],
  ['the beginning of a number, by last change', 'search=ENQ-&sort=-updatedAt', 60],
  ['by type, a page in the middle', 'sort=enquiryType&page=400', 2100],
  ['by summary, a page in the middle', 'sort=-summery&page=400', 2100],
  ['by last change, a page in the middle', 'sort=-updatedAt&page=400', 2100],
  ['by summary, one status, a page in the middle', 'sort=summery&page=300&enquiryStatus=closed', 2100],
  ['after a cursor', `cursor=${Buffer.from('[null,9000]').toString('base64url')}`, 60],
  ['a number', 'search=ENQ-004711', 30],
  ['a rare word', 'search=n4711', 30],
  ['a word of 400', 'search=rare7', 100],
  ['a frequent word', 'search=frequent', 100],
  ['a person who raised all', 'search=olivia', 100],
  ['a person and a rare word', 'search=olivia+n4711', 100],
]

test.each(pages.flatMap((page) => planModes.map((mode) => [...page, mode] as const)))(
  '%s (%s) is read from an index, and no more than %i rows are read (%s)',
  async (_title, query, atMost, mode) => {
    const nodes = await plansOf(`/enquiry?${query}`, mode)
    expect(nodes.length).toBeGreaterThan(0)
    expect(scannedWhole(nodes)).toEqual([])
    expect(mostSorted(nodes)).toBeLessThanOrEqual(100)
    expect(rowsRead(nodes)).toBeLessThanOrEqual(atMost)
  },
)

/** A day, as a filter takes it. */
function daysAgo(days: number) {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
}

const farDown = [
  'sort=-updatedAt&page=400',
  'sort=-updatedAt&page=300&enquiryStatus=closed',
  'sort=summery&page=300&enquiryStatus=closed',
  'sort=enquiryType&page=300&enquiryStatus=closed',
  'sort=summery&page=50&enquiryType=Type+3',
  'sort=updatedAt&page=100&unanswered=true',
  'sort=enquiryStatus&page=100&hasDocuments=true',
  'sort=-updatedAt&page=30&enquiryType=Type+3&hasDocuments=false',
  `sort=createdAt&page=50&updatedTo=${daysAgo(3)}`,
]

test.each(farDown.flatMap((query) => planModes.map((mode) => [query, mode] as const)))(
  'a page far down (%s, %s) skips rows in the index alone, without converting them to text',
  async (query, mode) => expect(skippedIn(await plansOf(`/enquiry?${query}`, mode))).toEqual(inIndexAlone),
)

/** How the nodes read many rows, and which of their columns they convert to text. */
function skippedIn(nodes: Plan[]) {
  const many = nodes.filter((node) => node['Actual Rows'] > 100)
  const read = many.filter((node) => node['Relation Name']).map((node) => node['Node Type'])
  const converted = many.flatMap(({ Output = [] }) => Output.filter((column) => /\w\.\w+\)?::text/.test(column)))
  return { read: [...new Set(read)], converted }
}

const inIndexAlone = { read: ['Index Only Scan'], converted: [] }

test.each(planModes)('unread enquiries are read in their order, up to the limit of the count (%s)', async (mode) => {
  await app.db`
    insert into seen (company_id, enquiry_id, user_id, customer_seq, follows)
    select company_id, id, ${owner.user._id}, 1, true from enquiry where company_id = ${companyId} and enquiry_no < 400
    on conflict do nothing`
  await app.db`analyze seen`
  const nodes = await plansOf('/unread', mode)
  expect(scannedWhole(nodes)).toEqual([])
  expect(mostSorted(nodes)).toBeLessThanOrEqual(100)
  expect(rowsRead(nodes)).toBeGreaterThanOrEqual(100)
  expect(rowsRead(nodes)).toBeLessThanOrEqual(250)
})

/** Counting reads rows from an index, up to its limit. */
const filters: [title: string, query: string, atMost: number][] = [
  ['a type', 'enquiryType=Type+3', 10_100],
  ['several types', 'enquiryType=Type+3&enquiryType=Type+4', 10_100],
  ['a requester', `raisedBy=${owner.user._id}`, 10_100],
  ['with documents', 'hasDocuments=true', 10_100],
  ['unanswered', 'unanswered=true', 10_100],
  ['a type and statuses', 'enquiryType=Type+3&enquiryStatus=open,onHold', 900],
  ['a requester and a status', `raisedBy=${owner.user._id}&enquiryStatus=onHold`, 600],
  ['changed between', `updatedFrom=${daysAgo(8)}&updatedTo=${daysAgo(7)}`, 6000],
  ['created between', 'createdFrom=2020-01-01', 10_100],
  ['a type, a page far down', 'enquiryType=Type+3&page=80', 10_100],
  ['with documents, a page far down', 'hasDocuments=true&page=100', 10_100],
]

// Filtered lists are not prepared, so they have no generic plan.
test.each(filters)(
  'a list filtered by %s (%s) sorts no more than its page, scans no table and reads no more than %i rows',
  async (_title, query, atMost) => {
    const nodes = await plansOf(`/enquiry?${query}`)
    expect(scannedWhole(nodes)).toEqual([])
    expect(mostSorted(nodes)).toBeLessThanOrEqual(100)
    expect(rowsRead(nodes)).toBeLessThanOrEqual(atMost)
  },
)

/** Assigns most enquiries: the newest of the closed ones, and the others throughout the queue. */
async function assignMost() {
  await app.db`
    update enquiry set assignee_id = ${owner.user._id}
    where company_id = ${companyId} and case status when 'closed' then enquiry_no > 200 else enquiry_no % 500 > 0 end`
  await app.db`vacuum analyze enquiry`
}

test('unassigned enquiries are read in their order, without the assigned ones', async () => {
  await assignMost()
  for (const [query, mode] of ['', '&enquiryStatus=open', '&enquiryStatus=closed', '&limit=3'].flatMap((each) =>
    planModes.map((planMode) => [each, planMode] as const),
  )) {
    const nodes = await plansOf(`/desk/queue?assignee=unassigned${query}`, mode)
    expect([query, mode, scannedWhole(nodes)]).toEqual([query, mode, []])
    expect([query, mode, mostSorted(nodes) <= 100, rowsRead(nodes) <= 60]).toEqual([query, mode, true, true])
  }
})

/** While most enquiries are assigned to the owner. */
const byAssignee: typeof filters = [
  ['an assignee', `assignee=${owner.user._id}`, 10_100],
  ['unassigned', 'assignee=unassigned', 500],
  ['an assignee and a status', `assignee=${owner.user._id}&enquiryStatus=onHold`, 600],
  ['unassigned, of some statuses', 'assignee=unassigned&enquiryStatus=open,onHold', 150],
]

test.each(byAssignee)(
  'a list filtered by %s (%s) sorts no more than its page, scans no table and reads no more than %i assigned rows',
  async (_title, query, atMost) => {
    const nodes = await plansOf(`/enquiry?${query}`)
    expect(scannedWhole(nodes)).toEqual([])
    expect(mostSorted(nodes)).toBeLessThanOrEqual(100)
    expect(rowsRead(nodes)).toBeLessThanOrEqual(atMost)
  },
)

test.each(['sort=-updatedAt&page=100', 'sort=summery&page=50&enquiryType=Type+3', 'sort=enquiryStatus&page=90'])(
  'a page far down of an assignee (%s) skips rows in the index alone',
  async (query) => {
    expect(skippedIn(await plansOf(`/enquiry?${query}&assignee=${owner.user._id}`))).toEqual(inIndexAlone)
  },
)

/** Rates half of the enquiries, nearly all of them with 4 or 5. */
async function rateHalf() {
  await app.db`
    update enquiry set rating = case when enquiry_no % 100 = 0 then 1 + enquiry_no % 3 else 4 + enquiry_no / 2 % 2 end
    where company_id = ${companyId} and enquiry_no % 2 = 0`
  await app.db`vacuum analyze enquiry`
}

const byRating: typeof filters = [
  ['a frequent rating', 'rating=5', 10_100],
  ['a rare rating', 'rating=1', 200],
  ['rare ratings', 'rating=1,2,3', 10_100],
  ['frequent ratings', 'rating=4,5', 10_100],
  ['a rating and a status', 'rating=5&enquiryStatus=closed', 10_100],
  ['a rating, a page far down', 'rating=5&page=150', 10_100],
]

test('lists filtered by rating sort no more than their page, scan no table, and read no more than the rated rows', async () => {
  await rateHalf()
  for (const [, query, atMost] of byRating) {
    const nodes = await plansOf(`/enquiry?${query}`)
    expect([query, scannedWhole(nodes)]).toEqual([query, []])
    expect([query, mostSorted(nodes) <= 100, rowsRead(nodes) <= atMost]).toEqual([query, true, true])
  }
  for (const query of ['rating=5&page=150', 'rating=4,5&page=300', 'rating=5&sort=-updatedAt&page=100']) {
    expect([query, skippedIn(await plansOf(`/enquiry?${query}`))]).toEqual([query, inIndexAlone])
  }
})

const { id: known } = (await app.db`select id from enquiry where company_id = ${companyId} and enquiry_no = 4711`)[0]!

test.each(
  Object.entries({
    'one enquiry': () => owner.get(`/enquiry?_id=${known}`),
    'a thread': () => owner.get(`/chat?enquiryId=${known}`),
    'an update': () => owner.patch('/enquiry', { id: known, enquiryStatus: 'inReview', comments: 'Seen' }),
    'a message': () => owner.say(known, 'How far is it?'),
  }),
)('%s reads only its own rows', async (_title, work) => {
  const queries = await queriesOf(work)
  for (const mode of planModes) {
    const nodes = await plansOfQueries(app.db, queries, mode)
    expect(nodes.length).toBeGreaterThan(0)
    expect(scannedWhole(nodes)).toEqual([])
    expect(rowsRead(nodes)).toBeLessThanOrEqual(5)
  }
})

/** How much of the indexed words has been read so far. */
async function wordsRead() {
  await app.searchDb`select pg_stat_force_next_flush()`
  const [row] = await app.searchDb<{ scans: number; rows: number }[]>`
    select seq_scan::int as scans, idx_tup_fetch::int as rows from pg_stat_user_tables where relname = 'enquiry_words'`
  return row!
}

/** How much searches of the whole company read. */
async function readBy(...searches: string[][]) {
  const before = await wordsRead()
  for (const words of searches) {
    await app.searchDb.begin(async (tx) => {
      await tx`
        select search_enquiry_numbers(${companyId}, ${companyTag(companyId)}, ${words}::text[], '{}', '{}', 10001, true, true,
          ${count + 1}, 1000)`
      await tx`select pg_stat_force_next_flush()`
    })
  }
  const after = await wordsRead()
  return { scans: after.scans - before.scans, rows: after.rows - before.rows }
}

test('a search reads the words only through their index', async () => {
  expect((await readBy(['frequent'], ['n4711'], ['frequent', 'rare'], ['nothing'])).scans).toBe(0)
})

test.each([[['frequent', 'n4711']], [['n4711', 'frequent']], [['frequent', 'rare7']]])(
  'a search for %j looks up the rarest word and checks its matches',
  async (words) => {
    expect((await readBy(words)).rows).toBeLessThan(3000)
  },
)
