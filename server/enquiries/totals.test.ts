import { expect, test } from 'vitest'
import { ListedEnquiry } from '#contract/enquiries.ts'
import { pageOf } from '#contract/paging.ts'
import { fillCompany } from '#server/test/manyEnquiries.ts'
import { registerOwner } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'

/** One more than the limit of a count. */
const count = 10_001
const app = await testApp()
const owner = await registerOwner(app)
const companyId = owner.user.company._id
await fillCompany(app, owner.user, count)

async function list(query: string) {
  const { status, body } = await owner.get(`/enquiry?${query}`)
  expect(status).toBe(200)
  return pageOf(ListedEnquiry).parse(body.data)
}

const numbersOf = ({ docs }: Awaited<ReturnType<typeof list>>) =>
  docs.map(({ enquiryId }) => Number(enquiryId.slice(4)))
const cursorAt = (number: number) => Buffer.from(JSON.stringify([null, number])).toString('base64url')
const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index)

test.each([
  ['filtered', 'createdFrom=2000-01-01'],
  ['searched', 'search=frequent'],
  ['searched and sorted', 'search=frequent&sort=summery'],
  ['searched and filtered', `search=frequent&raisedBy=${owner.user._id}`],
])('a %s total of 10,001 is reported as more than 10,000', async (_what, query) => {
  expect(await list(query)).toMatchObject({ totalDocs: 10_000, totalIsMore: true, totalPages: 400, hasNextPage: true })
})

test('a total by status alone is always exact', async () => {
  expect(await list('')).toMatchObject({ totalDocs: count, totalIsMore: false })
})

test.each(['createdFrom=2000-01-01', 'search=frequent'])(
  'a cursor of %s leads beyond the counted total',
  async (query) => {
    const last = await list(`${query}&page=400`)
    expect(numbersOf(last)).toEqual(down(26, 2))
    expect(last.hasNextPage).toBe(true)
    const rest = await list(`${query}&page=401&cursor=${last.nextCursor}`)
    expect(numbersOf(rest)).toEqual([1])
    expect(rest).toMatchObject({ page: 401, hasNextPage: false, nextCursor: null })
    expect(numbersOf(await list(`${query}&limit=100&cursor=${cursorAt(30)}`))).toEqual(down(29, 1))
  },
)

test.each(['createdFrom=2000-01-01', 'search=frequent'])(
  'a total of %s stops at the requested count or the end of the page, and the list continues',
  async (query) => {
    const first = await list(`${query}&countTo=60`)
    expect(first).toMatchObject({ totalDocs: 60, totalIsMore: true, totalPages: 3, hasNextPage: true })
    expect(numbersOf(first)).toEqual(down(count, count - 24))
    const fourth = await list(`${query}&countTo=60&page=4`)
    expect(fourth).toMatchObject({ totalDocs: 100, totalIsMore: true, totalPages: 4, hasNextPage: true })
    expect(numbersOf(fourth)).toEqual(down(count - 75, count - 99))
    expect(numbersOf(await list(`${query}&countTo=60&page=5&cursor=${fourth.nextCursor}`))).toEqual(
      down(count - 100, count - 124),
    )
  },
)

test.each(['rare20', 'frequent+rare20', 'rare20+frequent', 'n8+rare20'])(
  'the cursors of a search for %s lead to each match once, the newest first',
  async (words) => {
    const met: number[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const part: Awaited<ReturnType<typeof list>> = await list(`search=${words}&limit=70&countTo=60&cursor=${cursor}`)
      met.push(...numbersOf(part))
      cursor = part.nextCursor
    }
    expect(met).toEqual(down(8399, 8000))
  },
)

test('a total up to the requested count is exact, and so is one by status alone', async () => {
  expect(await list('search=rare3&countTo=400')).toMatchObject({ totalDocs: 400, totalIsMore: false })
  expect(await list('search=rare3&countTo=399')).toMatchObject({ totalDocs: 399, totalIsMore: true })
  expect(await list('countTo=60')).toMatchObject({ totalDocs: count, totalIsMore: false })
})

test('a filtered total stops at the requested count in another order too, which counts more', async () => {
  const few = await list('enquiryType=Type+3&sort=-updatedAt&countTo=60')
  expect(few).toMatchObject({ totalDocs: 60, totalIsMore: true, hasNextPage: true })
  const all = await list('enquiryType=Type+3&sort=-updatedAt')
  expect(all).toMatchObject({ totalDocs: Math.floor((count - 3) / 9) + 1, totalIsMore: false })
  expect(numbersOf(few)).toEqual(numbersOf(all))
})

test('the first matches in another order do not depend on the requested count', async () => {
  const [all, counted] = await Promise.all([
    list('search=frequent&sort=summery'),
    list('search=frequent&sort=summery&countTo=60'),
  ])
  expect(counted).toEqual(all)
})

test('a search in ascending order ends with the matches that were counted', async () => {
  const last = await list('search=frequent&sort=createdAt&page=400')
  expect(numbersOf(last)).toEqual(down(count, count - 24).toReversed())
  expect(last).toMatchObject({ hasNextPage: false, nextCursor: null })
})

test('a total of 10,000 is exact', async () => {
  await app.db`update enquiry set document_count = 1 where company_id = ${companyId} and enquiry_no > 1`
  await app.db`update enquiry set document_count = 0 where company_id = ${companyId} and enquiry_no = 1`
  for (const query of ['hasDocuments=true', 'search=frequent&hasDocuments=true']) {
    expect(await list(query)).toMatchObject({ totalDocs: 10_000, totalIsMore: false })
    expect(await list(`${query}&page=400`)).toMatchObject({ hasNextPage: false, nextCursor: null })
  }
})

const ordered = {
  enquiryId: 'enquiry_no',
  enquiryStatus: 'status',
  enquiryType: 'enquiry_type',
  summery: 'summery',
  updatedAt: 'updated_at',
} as const

test.each(
  Object.entries(ordered).flatMap(([sort, column]) =>
    ['', 'open,closed'].flatMap((status) => [
      { sort, column, status, direction: 'asc' },
      { sort: `-${sort}`, column, status, direction: 'desc' },
    ]),
  ),
)('any page of the statuses "$status" sorted by $sort has its rows', async (asked) => {
  const { sort, column, status, direction } = asked
  const inOrder = await app.db<{ enquiryNo: number }[]>`
    select enquiry_no from enquiry
    where company_id = ${companyId} ${app.db.unsafe(status ? "and status in ('open', 'closed')" : '')}
    order by ${app.db.unsafe(`${column} ${direction}, enquiry_no ${direction}`)}`
  const numbers = inOrder.map(({ enquiryNo }) => enquiryNo)
  const last = Math.ceil(numbers.length / 25)
  for (const page of [1, 41, 42, 60, 200, 333, last - 1, last]) {
    const found = await list(`sort=${sort}&page=${page}${status && `&enquiryStatus=${status}`}`)
    expect(numbersOf(found), `page ${page}`).toEqual(numbers.slice((page - 1) * 25, page * 25))
    expect(found.hasNextPage).toBe(page < last)
  }
})
