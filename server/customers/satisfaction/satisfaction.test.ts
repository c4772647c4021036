import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Job } from '#contract/bulk.ts'
import { limits } from '#contract/limits.ts'
import { everyRow } from '#server/test/everyRow.ts'
import { people } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'
import { uploadCsv } from '#server/test/uploadCsv.ts'
import { type Visitor, visitorOf } from '#server/test/visitors.ts'
import { waitFor } from '#server/test/waitFor.ts'

const app = await testApp()
const { owner, agent } = await people(app)
const question = { rating: null, comment: '', canRate: true }

/** A customer of their own, unless the fields say otherwise, whose enquiry has a reply. */
async function replied(fields: Parameters<typeof visitorOf>[1] = {}) {
  const visitor = await visitorOf(owner, fields)
  await reply(visitor)
  return visitor
}

/** The same, of an enquiry that is then closed. */
async function closed(fields: Parameters<typeof visitorOf>[1] = {}) {
  const visitor = await replied(fields)
  await change(visitor, 'closed')
  return visitor
}

function reply({ enquiryId }: Visitor, enquiryStatus?: string) {
  return agent.post('/chat', { enquiry: enquiryId, side: 'host', message: 'It is on its way', enquiryStatus })
}

function change({ enquiryId }: Visitor, enquiryStatus: string) {
  return agent.patch('/enquiry', { id: enquiryId, enquiryStatus })
}

async function read({ enquiryId }: Visitor) {
  return (await agent.get(`/enquiry?_id=${enquiryId}`)).body.data.docs[0]
}

async function historyOf({ enquiryId }: Visitor) {
  const { docs } = (await agent.get(`/enquiry/activity?enquiryId=${enquiryId}`)).body.data
  return docs.filter(({ action }: { action: string }) => action === 'rated')
}

async function bulk(url: string, order: object) {
  const { status, body } = await agent.post<Job>(url, order)
  expect(status).toBe(202)
  await expect.poll(async () => (await agent.get<Job>(`/jobs/${body.data._id}`)).body.data.isFinished).toBe(true)
  return body.data
}

/** Moves what happened to an enquiry and its contact into the past. */
async function age({ enquiryId }: Visitor, days: number) {
  const past = app.db`make_interval(days => ${days}::int)`
  await app.db`
    update customer_thread set rating_asked_at = rating_asked_at - ${past}, rated_at = rated_at - ${past}
    where enquiry_id = ${enquiryId}`
  await app.db`
    update contact set rating_asked_at = rating_asked_at - ${past}
    where id = (select created_by from enquiry where id = ${enquiryId})`
}

test('the customer is asked for a rating while the enquiry is closed, and the desk sees the same [D11.7]', async () => {
  const visitor = await replied()
  expect(await visitor.satisfaction()).toBeNull()
  await change(visitor, 'closed')
  expect(await visitor.satisfaction()).toEqual(question)
  const seen = await agent.get(`/customer-view?enquiryId=${visitor.enquiryId}`)
  expect(seen.body.data.satisfaction).toEqual(question)
  await change(visitor, 'open')
  expect(await visitor.satisfaction()).toBeNull()
  expect(await visitor.rate(5)).toMatchObject({ status: 409, body: { message: expect.stringContaining('closed') } })
  await change(visitor, 'closed')
  expect(await visitor.satisfaction()).toEqual(question)
})

test('nobody is asked before a reply; a closing after it asks [D11.7]', async () => {
  const visitor = await visitorOf(owner)
  await visitor.say('Nobody answers')
  await change(visitor, 'closed')
  expect(await visitor.satisfaction()).toBeNull()
  expect((await visitor.rate(1)).status).toBe(409)
  await change(visitor, 'open')
  await reply(visitor, 'closed')
  expect(await visitor.satisfaction()).toEqual(question)
})

test('a contact is asked once in 14 days, whichever of their enquiries are closed [D11.7]', async () => {
  const email = `${randomUUID()}@kunde.example`
  const [first, second, third] = [await closed({ email }), await replied({ email }), await replied({ email })]
  await change(second, 'closed')
  expect([await first.satisfaction(), await second.satisfaction()]).toEqual([question, null])
  await age(first, 13)
  await change(third, 'closed')
  expect(await third.satisfaction()).toBeNull()
  await age(first, 1)
  await change(third, 'open')
  await change(third, 'closed')
  expect(await third.satisfaction()).toEqual(question)
})

test('a contact whose enquiries are closed at the same moment is asked once [D11.7]', async () => {
  const email = `${randomUUID()}@kunde.example`
  const visitors = await Promise.all([1, 2, 3, 4].map(() => replied({ email })))
  await Promise.all(visitors.map((visitor) => change(visitor, 'closed')))
  const asked = await Promise.all(visitors.map((visitor) => visitor.satisfaction()))
  expect(asked.filter((each) => each !== null)).toEqual([question])
})

test('the 14 days of a contact count for the one that it is merged into [D11.7]', async () => {
  const [first, second] = [await closed(), await replied()]
  const [contact, into] = [(await read(first)).user._id, (await read(second)).user._id]
  expect((await owner.post('/contacts/merge', { contact, into })).status).toBe(200)
  await change(second, 'closed')
  expect(await second.satisfaction()).toBeNull()
  expect(await first.satisfaction()).toEqual(question)
})

test('a bulk change asks each contact once, about the newest of their enquiries [D11.7]', async () => {
  const email = `${randomUUID()}@kunde.example`
  const visitors = [await replied({ email }), await replied(), await replied({ email }), await visitorOf(owner)]
  const member = await owner.raise()
  const ids = [member._id, ...visitors.map(({ enquiryId }) => enquiryId)]
  await bulk('/enquiry/bulk', { ids, enquiryStatus: 'closed' })
  const asked = await Promise.all(visitors.map((visitor) => visitor.satisfaction()))
  expect(asked).toEqual([null, question, question, null])
})

test('the undo of a bulk change asks nobody [D11.7]', async () => {
  const visitor = await visitorOf(owner)
  await change(visitor, 'closed')
  await reply(visitor)
  const job = await bulk('/enquiry/bulk', { ids: [visitor.enquiryId], enquiryStatus: 'open' })
  await bulk(`/jobs/${job._id}/undo`, {})
  expect(await read(visitor)).toMatchObject({ enquiryStatus: 'closed' })
  expect(await visitor.satisfaction()).toBeNull()
})

test('a contact who is blocked is not asked, and can no longer rate [D11.7]', async () => {
  const [before, after] = [await closed(), await replied()]
  for (const visitor of [before, after]) {
    await agent.patch(`/contacts/${(await read(visitor)).user._id}`, { isBlocked: true })
  }
  await change(after, 'closed')
  expect(await after.satisfaction()).toBeNull()
  expect(await before.satisfaction()).toEqual({ ...question, canRate: false })
  const refused = await before.say('Hello')
  expect(await before.rate(1)).toMatchObject({ status: 403, body: refused.body })
  expect(await read(before)).toMatchObject({ rating: null })
})

test('a rating is saved with its comment, can be changed, and is in the history [D11.7]', async () => {
  const visitor = await closed()
  const before = await read(visitor)
  const saved = await visitor.rate(2, '  Too slow \u0000')
  expect(saved).toMatchObject({ status: 200, body: { data: { rating: 2, comment: 'Too slow', canRate: true } } })
  expect(await visitor.satisfaction()).toEqual(saved.body.data)
  await visitor.rate(4)
  expect(await visitor.satisfaction()).toEqual({ rating: 4, comment: '', canRate: true })
  expect(await historyOf(visitor)).toMatchObject([
    { by: { name: 'Mia Kunde', kind: 'contact' }, changes: { rating: [2, 4], ratingComment: ['Too slow', ''] } },
    { by: { name: 'Mia Kunde' }, changes: { rating: [null, 2], ratingComment: ['', 'Too slow'] } },
  ])
  expect(await read(visitor)).toMatchObject({ rating: 4, version: before.version })
})

test('a rating does not disturb a colleague who is editing the enquiry [D11.7]', async () => {
  const visitor = await closed()
  const { version } = await read(visitor)
  await visitor.rate(5)
  const edited = { id: visitor.enquiryId, comments: 'Meanwhile' }
  const { status, body } = await agent.patch('/enquiry', edited, { 'if-match': `"${version}"` })
  expect([status, body.data.rating]).toEqual([200, 5])
})

test('the same rating again changes and records nothing [D11.7]', async () => {
  const visitor = await closed()
  await visitor.rate(3, 'Fine')
  const before = await everyRow(app)
  expect(await visitor.rate(3, 'Fine')).toMatchObject({ status: 200, body: { data: { rating: 3, comment: 'Fine' } } })
  expect(await everyRow(app)).toEqual(before)
})

test('a rating can be changed for 28 days after it was first given, also once the enquiry is open again [D11.7]', async () => {
  const visitor = await closed()
  await visitor.rate(1, 'Bad')
  await age(visitor, 27)
  await change(visitor, 'open')
  expect((await visitor.rate(2, 'Better')).status).toBe(200)
  await age(visitor, 1)
  expect(await visitor.satisfaction()).toEqual({ rating: 2, comment: 'Better', canRate: false })
  expect(await visitor.rate(5)).toMatchObject({ status: 409, body: { message: expect.stringContaining('28 days') } })
  expect(await read(visitor)).toMatchObject({ rating: 2 })
})

test.each([
  { rating: 0 },
  { rating: 6 },
  { rating: 2.5 },
  { rating: '5' },
  {},
  { rating: 5, comment: 'x'.repeat(limits.ratingComment + 1) },
])('the rating %j is refused [D11.7]', async (payload) => {
  const visitor = await closed()
  const { headers } = visitor
  const response = await app.app.inject({ method: 'PUT', url: '/api/customer/rating', payload, headers })
  expect(response.statusCode).toBe(400)
  expect(await visitor.satisfaction()).toEqual(question)
})

test('only a link to the page can rate [D11.7]', async () => {
  const visitor = await closed()
  await agent.delete(`/customer-links?enquiryId=${visitor.enquiryId}`)
  expect((await visitor.rate(5)).status).toBe(404)
  expect(await read(visitor)).toMatchObject({ rating: null })
})

test('opening a link with a rating, by any number of GET and HEAD, changes nothing [D11.7] [D11.3]', async () => {
  const visitor = await closed()
  const before = await everyRow(app)
  for (let times = 0; times < 50; times++) {
    for (const method of ['GET', 'HEAD'] as const) {
      const rating = (times % 5) + 1
      await app.app.inject({ method, url: `/t/${visitor.token}?rating=${rating}` })
      await app.app.inject({ method, url: `/api/customer/thread?rating=${rating}`, headers: visitor.headers })
      await app.app.inject({ method, url: `/api/customer/rating?rating=${rating}`, headers: visitor.headers })
    }
  }
  expect(await visitor.satisfaction()).toEqual(question)
  expect(await everyRow(app)).toEqual(before)
})

test('another tab of the customer learns of a rating and of a new comment [D11.7]', async () => {
  const visitor = await closed()
  const { heard, changes } = await visitor.listen()
  await waitFor(() => expect(heard.text).toContain('event: hello'))
  await visitor.rate(4)
  await waitFor(() => expect(changes()).toBe(1))
  await visitor.rate(4, 'Thanks')
  await waitFor(() => expect(changes()).toBe(2))
})

test('the list and a bulk change filter by rating, and all see the rating [D11.7]', async () => {
  const { owner: boss, member, viewer } = await people(app)
  const rated = new Map<number, Visitor>()
  for (const rating of [1, 3, 5]) {
    const visitor = await visitorOf(boss)
    await boss.post('/chat', { enquiry: visitor.enquiryId, side: 'host', message: 'Done', enquiryStatus: 'closed' })
    await visitor.rate(rating)
    rated.set(rating, visitor)
  }
  await boss.raise()
  for (const person of [boss, member, viewer]) {
    const ratingsOf = async (query: string) => {
      const { docs, totalDocs } = (await person.get(`/enquiry?${query}`)).body.data
      expect(totalDocs).toBe(docs.length)
      return docs.map(({ rating }: { rating: number | null }) => rating)
    }
    expect(await ratingsOf('')).toEqual([null, 5, 3, 1])
    expect(await ratingsOf('rating=3')).toEqual([3])
    expect(await ratingsOf('rating=1,5')).toEqual([5, 1])
    expect(await ratingsOf('rating=1&rating=5&sort=createdAt')).toEqual([1, 5])
    expect(await ratingsOf('rating=1,5&sort=-updatedAt')).toEqual([5, 1])
    expect(await ratingsOf('rating=2')).toEqual([])
    expect(await ratingsOf('rating=')).toEqual([null, 5, 3, 1])
    expect(await ratingsOf('rating=1,5&search=order')).toEqual([5, 1])
  }
  expect((await boss.get('/enquiry?rating=6')).status).toBe(400)
  const { body } = await boss.post<Job>('/enquiry/bulk', { filter: { rating: [1, 3] }, enquiryStatus: 'open' })
  await expect.poll(async () => (await boss.get<Job>(`/jobs/${body.data._id}`)).body.data.isFinished).toBe(true)
  const open = (await boss.get('/enquiry?enquiryStatus=open&rating=1,2,3,4,5')).body.data
  expect(open.docs.map(({ _id }: { _id: string }) => _id)).toEqual([rated.get(3)!.enquiryId, rated.get(1)!.enquiryId])
})

test('an export has the rating and the comment, filters by rating, and can be imported [D11.7]', async () => {
  const { owner: boss } = await people(app)
  const visitor = await visitorOf(boss)
  await boss.post('/chat', { enquiry: visitor.enquiryId, side: 'host', message: 'Done', enquiryStatus: 'closed' })
  await visitor.rate(5, '=SUM(1), thanks')
  await boss.raise()
  const all = (await boss.get('/enquiry/export')).body.message.trimEnd().split('\r\n')
  expect(all[0]).toMatch(/,Rating,Rating comment$/)
  expect(all[1]).toMatch(/,,$/)
  expect(all[2]).toMatch(/,5,"'=SUM\(1\), thanks"$/)
  const filtered = (await boss.get('/enquiry/export?rating=5')).body.message
  expect(filtered.trimEnd().split('\r\n')).toEqual([all[0], all[2]])
  const { body } = await uploadCsv(boss, filtered)
  expect(body.data).toMatchObject({ created: 1, refusedRows: 0, columns: { comments: 'Comments' } })
})
