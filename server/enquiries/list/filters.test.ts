import { expect, test } from 'vitest'
import { ListedEnquiry } from '#contract/enquiries.ts'
import { pageOf } from '#contract/paging.ts'
import { people, registerOwner } from '#server/test/people.ts'
import { picture } from '#server/test/pictures.ts'
import { testApp } from '#server/test/testApp.ts'

const app = await testApp()
const { owner, agent, member, stranger } = await people(app)

const raised = []
for (let number = 1; number <= 9; number++) {
  const requester = number % 3 === 0 ? agent : member
  const documents = number % 4 === 0 ? [{ name: 'a.png', url: await picture() }] : []
  raised.push(await requester.raise({ enquiryType: number < 5 ? 'Billing, old' : 'Delivery', documents }))
}
await agent.post('/chat', { enquiry: raised[0]!._id, side: 'host', message: 'We look into it' })
await agent.post('/chat', { enquiry: raised[1]!._id, side: 'host', message: 'Done' })
await member.say(raised[1]!._id, 'Not quite')
await agent.patch('/enquiry', { id: raised[2]!._id, enquiryStatus: 'closed' })
await agent.patch('/enquiry', { id: raised[3]!._id, enquiryStatus: 'onHold' })
await agent.patch('/enquiry', { id: raised[4]!._id, assignee: agent.user._id })
await agent.patch('/enquiry', { id: raised[6]!._id, assignee: owner.user._id })
await stranger.raise({ enquiryType: 'Delivery' })
// One a day, for the date filters.
for (const { _id, enquiryId } of raised) {
  const day = `2024-03-0${enquiryId.slice(-1)}T12:00:00Z`
  await app.db`update enquiry set created_at = ${day}, updated_at = ${day} where id = ${_id}`
}

async function list(query: string) {
  const { status, body } = await owner.get(`/enquiry?${query}`)
  expect(status).toBe(200)
  return pageOf(ListedEnquiry).parse(body.data)
}

async function idsOf(query: string) {
  return (await list(query)).docs.map(({ enquiryId }) => Number(enquiryId.slice(4)))
}

test.each([
  ['two statuses', 'enquiryStatus=closed,onHold', [4, 3]],
  ['two status parameters', 'enquiryStatus=closed&enquiryStatus=onHold', [4, 3]],
  ['a type with a comma', 'enquiryType=Billing,+old', [4, 3, 2, 1]],
  ['several types', 'enquiryType=Billing,+old&enquiryType=Delivery', [9, 8, 7, 6, 5, 4, 3, 2, 1]],
  ['a requester', `raisedBy=${agent.user._id}`, [9, 6, 3]],
  ['either of two requesters', `raisedBy=${agent.user._id},${owner.user._id}`, [9, 6, 3]],
  ['an assignee', `assignee=${owner.user._id}`, [7]],
  ['one of several assignees', `assignee=${owner.user._id},${agent.user._id}`, [7, 5, 2, 1]],
  ['unassigned', 'assignee=unassigned', [9, 8, 6, 4, 3]],
  ['unassigned or an assignee', `assignee=unassigned,${owner.user._id}&enquiryType=Delivery`, [9, 8, 7, 6]],
  ['an assignee of another company', `assignee=${stranger.user._id}`, []],
  ['with documents', 'hasDocuments=true', [8, 4]],
  ['without documents', 'hasDocuments=false&enquiryStatus=open', [9, 7, 6, 5, 2, 1]],
  ['unanswered', 'unanswered=true', [9, 8, 7, 6, 5, 4, 2]],
  ['answered', 'unanswered=false', [3, 1]],
  ['created from a day', 'createdFrom=2024-03-08', [9, 8]],
  ['created up to a day', 'createdTo=2024-03-02', [2, 1]],
  ['between two moments', 'createdFrom=2024-03-04T12:00:00Z&createdTo=2024-03-06T14:00:00%2B02:00', [5, 4]],
  ['before the first enquiry', 'createdTo=1066-10-14', []],
  ['in the far future', 'createdFrom=9999-12-31', []],
  ['changed between', 'updatedFrom=2024-03-02&updatedTo=2024-03-03', [3, 2]],
  ['several filters', `enquiryType=Delivery&raisedBy=${agent.user._id}&unanswered=true&createdFrom=2024-03-07`, [9]],
  ['empty filters', 'enquiryType=&raisedBy=&assignee=&hasDocuments=&unanswered=&createdFrom=&updatedTo=&cursor=', 9],
])('a list is filtered: %s [S7.3]', async (_what, query, expected) => {
  const ids = await idsOf(query)
  if (typeof expected === 'number') expect(ids).toHaveLength(expected)
  else expect(ids).toEqual(expected)
  expect(await list(query)).toMatchObject({ totalDocs: ids.length, totalIsMore: false })
})

test.each([
  ['hasDocuments=maybe', 'hasDocuments'],
  ['raisedBy=me', 'raisedBy.0'],
  ['assignee=me', 'assignee.0'],
  ['createdFrom=yesterday', 'createdFrom'],
  ['createdTo=2024-02-30', 'createdTo'],
  ['cursor=nonsense', 'cursor'],
  ['cursor=WyJ4IiwxXQ', 'cursor'],
  ['sort=updatedAt&cursor=WyJ4IiwxXQ', 'cursor'],
  [`enquiryType=${'x'.repeat(121)}`, 'enquiryType.0'],
])('%s is refused with an error for its field [D8.3]', async (query, field) => {
  const { status, body } = await owner.get(`/enquiry?${query}`)
  expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]])
})

const sorts = ['enquiryId', 'enquiryType', 'summery', 'enquiryStatus', 'createdAt', 'updatedAt'].flatMap((sort) => [
  sort,
  `-${sort}`,
])

test.each(sorts)('following cursors and paging list the same enquiries, sorted by %s [S7.3]', async (sort) => {
  const whole = await idsOf(`sort=${sort}`)
  const walked: number[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page = await list(`sort=${sort}&limit=4&cursor=${cursor}`)
    expect(page.hasNextPage).toBe(page.nextCursor !== null)
    walked.push(...page.docs.map(({ enquiryId }) => Number(enquiryId.slice(4))))
    cursor = page.nextCursor
  }
  expect(walked).toEqual(whole)
  const paged = []
  for (const page of [1, 2, 3]) paged.push(...(await idsOf(`sort=${sort}&limit=4&page=${page}`)))
  expect(paged).toEqual(whole)
})

test('a cursor works in a list shorter than a page, and the last row has none', async () => {
  const { nextCursor } = await list('sort=enquiryId&limit=4')
  const rest = await list(`sort=enquiryId&limit=100&cursor=${nextCursor}`)
  expect(rest.docs.map(({ enquiryId }) => Number(enquiryId.slice(4)))).toEqual((await idsOf('sort=enquiryId')).slice(4))
  const { length } = await idsOf('')
  expect(await list(`limit=${length}`)).toMatchObject({ hasNextPage: false, nextCursor: null })
  expect(await list(`limit=${length - 4}&sort=enquiryId&cursor=${nextCursor}`)).toMatchObject({ nextCursor: null })
})

test('a cursor can contain the longest text in any script', async () => {
  const writer = await registerOwner(app, { companyName: 'Long texts' })
  const summery = '\t長'.repeat(150)
  for (let times = 0; times < 2; times++) await writer.raise({ summery })
  const { nextCursor } = (await writer.get('/enquiry?sort=summery&limit=1')).body.data
  const { status, body } = await writer.get(`/enquiry?sort=summery&limit=1&cursor=${nextCursor}`)
  expect([status, body.data?.docs[0].enquiryId]).toEqual([200, 'ENQ-000002'])
})

test.each([
  ['-updatedAt', ['1', 5]],
  ['-updatedAt', ['2026-02-30 00:00:00+00', 5]],
  ['-updatedAt', ['0000-01-01 00:00:00+00', 5]],
  ['-updatedAt', ['infinity', 5]],
  ['summery', ['\0', 5]],
  ['summery', [null, 5]],
  ['enquiryId', ['a', 5]],
  ['enquiryId', [null, 1e16]],
])('a made-up cursor for a list by %s is refused: %j [D8.3]', async (sort, place) => {
  const cursor = Buffer.from(JSON.stringify(place)).toString('base64url')
  const { status, body } = await owner.get(`/enquiry?sort=${sort}&cursor=${cursor}`)
  expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ['cursor']])
})

test('every page of a long list has its rows in either direction, also with a status filter [S7.3]', async () => {
  const busy = await registerOwner(app, { companyName: 'Long' })
  const companyId = busy.user.company._id
  await app.db`
    insert into enquiry (company_id, id, enquiry_no, enquiry_type, summery, description, comments, status, created_by)
    select ${companyId}, gen_random_uuid(), n, 'T', '', '', '', case when n % 3 = 0 then 'closed' else 'open' end,
      ${busy.user._id}
    from generate_series(1, 5000) n`
  await app.db`
    insert into enquiry_stretch_count select company_id, enquiry_no / 1024, status, count(*) from enquiry
    where company_id = ${companyId} group by 1, 2, 3`
  await app.db`
    insert into enquiry_count select company_id, status, count(*) from enquiry where company_id = ${companyId} group by 1, 2`
  const numbers = async (query: string) => {
    const { body } = await busy.get(`/enquiry?limit=10&${query}`)
    return body.data.docs.map(({ enquiryId }: { enquiryId: string }) => Number(enquiryId.slice(4)))
  }
  expect(await numbers('page=350')).toEqual(Array.from({ length: 10 }, (_, index) => 5000 - 3490 - index))
  expect(await numbers('page=500')).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
  expect(await numbers('page=350&sort=enquiryId')).toEqual(Array.from({ length: 10 }, (_, index) => 3491 + index))
  expect(await numbers('page=167&enquiryStatus=closed')).toEqual([18, 15, 12, 9, 6, 3])
  expect(await numbers('page=150&enquiryStatus=closed')).toEqual(
    Array.from({ length: 10 }, (_, index) => 4998 - 3 * (1490 + index)),
  )
  expect(await numbers('page=490&sort=-updatedAt')).toEqual(
    (await numbers('page=11&sort=updatedAt')).toReversed().map(() => expect.any(Number)),
  )
  const middle = [...(await numbers('page=300&sort=summery')), ...(await numbers('page=301&sort=summery'))]
  expect(middle).toEqual(Array.from({ length: 20 }, (_, index) => 2991 + index))
})

test('requesters to filter by are all people of the company and nobody else [D6.3]', async () => {
  const { body } = await member.get<{ _id: string; name: string }[]>('/enquiry/raisers')
  expect(body.data.map(({ _id }) => _id)).toEqual(expect.arrayContaining([owner.user._id, agent.user._id]))
  expect(body.data.map(({ _id }) => _id)).not.toContain(stranger.user._id)
  expect(body.data.map(({ name }) => name)).toEqual(body.data.map(({ name }) => name).toSorted())
})

test('an enquiry whose creation had to wait is found by its last change', async () => {
  const boss = await registerOwner(app, { companyName: 'At midnight' })
  const { _id } = await boss.raise()
  await app.db`
    update enquiry set updated_at = '2024-05-01T23:59:59.9Z', created_at = '2024-05-02T00:00:05Z' where id = ${_id}`
  const { body } = await boss.get('/enquiry?updatedFrom=2024-05-01&updatedTo=2024-05-01')
  expect(body.data.docs).toHaveLength(1)
})
