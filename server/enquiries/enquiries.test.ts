import { expect, test } from 'vitest'
import { Enquiry, EnquirySummary } from '#contract/enquiries.ts'
import { enquiryStatuses } from '#contract/enquiries/choices.ts'
import { people, registerOwner } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'

const app = await testApp()
const { owner, agent, member, viewer, stranger } = await people(app)

const uuidv7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

test('a new enquiry contains what was sent, is open, and belongs to the caller and their company [S7.5] [S3.1] [S3.5] [D4.1]', async () => {
  const { status, body, headers } = await member.post('/enquiry', {
    enquiryType: 'Delivery',
    summery: 'It is late',
    description: 'Since Monday.\nNo word.',
    comments: 'Call me',
    user: member.user._id,
    host: member.user.company._id,
  })
  expect(status).toBe(201)
  expect(headers.etag).toBe('"1"')
  expect(Enquiry.parse(body.data)).toMatchObject({
    enquiryType: 'Delivery',
    summery: 'It is late',
    description: 'Since Monday.\nNo word.',
    comments: 'Call me',
    enquiryStatus: 'open',
    documents: [],
    user: { _id: member.user._id, name: member.user.name },
    host: member.user.company._id,
    version: 1,
    messageCount: 0,
  })
})

test('a user or host other than the caller’s own is refused, and nothing is written [D3.1]', async () => {
  const before = await member.get('/enquiry/summary')
  for (const fields of [
    { user: owner.user._id },
    { user: 'somebody' },
    { host: stranger.user.company._id },
    { user: member.user._id, host: 'elsewhere' },
  ]) {
    expect((await member.post('/enquiry', { enquiryType: 'X', ...fields })).status).toBe(403)
  }
  expect((await member.get('/enquiry/summary')).body).toEqual(before.body)
})

test('ids are UUIDv7, and enquiryId counts up per company [D3.2]', async () => {
  const other = await registerOwner(app, { companyName: 'Counting Ltd' })
  const first = await other.raise()
  const second = await other.raise()
  expect([first.enquiryId, second.enquiryId]).toEqual(['ENQ-000001', 'ENQ-000002'])
  expect(first._id).toMatch(uuidv7)
  expect(new Date(first.createdAt).getTime()).toBeCloseTo(Date.now(), -5)
  expect(first.updatedAt).toBe(first.createdAt)
})

test('enquiries raised at the same moment get numbers without gaps or duplicates [D3.2]', async () => {
  const other = await registerOwner(app, { companyName: 'Busy Ltd' })
  const raised = await Promise.all(Array.from({ length: 12 }, () => other.raise()))
  const numbers = raised.map(({ enquiryId }) => Number(enquiryId.slice(4)))
  expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1))
})

test('an _id returns one enquiry with its ETag, an unknown one an empty list [S7.4] [D7.7]', async () => {
  const raised = await member.raise({ summery: 'Just this one' })
  const found = await owner.get(`/enquiry?_id=${raised._id}`)
  expect(found.body.data).toMatchObject({ totalDocs: 1, docs: [raised] })
  expect(found.headers.etag).toBe('"1"')
  const none = await owner.get('/enquiry?_id=01890000-0000-7000-8000-000000000000')
  expect(none).toMatchObject({ status: 200, body: { data: { docs: [], totalDocs: 0 } } })
})

test('the response for another company’s enquiry is the one for a missing enquiry [D6.3] [S7.4]', async () => {
  const raised = await member.raise()
  const missing = '01890000-0000-7000-8000-000000000000'
  expect((await stranger.get(`/enquiry?_id=${raised._id}`)).body).toEqual(
    (await stranger.get(`/enquiry?_id=${missing}`)).body,
  )
  const [foreign, absent] = await Promise.all(
    [raised._id, missing].map((id) => stranger.patch('/enquiry', { id, enquiryStatus: 'closed' })),
  )
  expect(foreign).toMatchObject({ status: 404, body: absent!.body })
})

test('an update changes comments and status and ignores other fields [S7.6] [S2.14]', async () => {
  const raised = await member.raise({ summery: 'Before' })
  const { status, body, headers } = await member.patch('/enquiry', {
    id: raised._id,
    comments: 'Looked at',
    enquiryStatus: 'inReview',
    summery: 'After',
  })
  expect(status).toBe(200)
  expect(body.message).toBe(`Enquiry ${raised.enquiryId} saved`)
  expect(body.data).toMatchObject({ comments: 'Looked at', enquiryStatus: 'inReview', summery: 'Before', version: 2 })
  expect(headers.etag).toBe('"2"')
  expect((await member.get(`/enquiry?_id=${raised._id}`)).body.data.docs[0]).toEqual(body.data)
})

test('any status can follow any other [S4.1]', async () => {
  const raised = await member.raise()
  for (const from of enquiryStatuses) {
    for (const to of enquiryStatuses) {
      await member.patch('/enquiry', { id: raised._id, enquiryStatus: from })
      const { body } = await member.patch('/enquiry', { id: raised._id, enquiryStatus: to })
      expect(body.data.enquiryStatus).toBe(to)
    }
  }
})

test('an update of an older version changes nothing and returns the current enquiry [D7.7]', async () => {
  const raised = await member.raise()
  const first = await agent.patch('/enquiry', { id: raised._id, comments: 'Mine' }, { 'if-match': '"1"' })
  expect(first.status).toBe(200)
  await owner.patch('/enquiry', { id: raised._id, enquiryStatus: 'inReview' })
  const second = await member.patch('/enquiry', { id: raised._id, comments: 'No, mine' }, { 'if-match': '"1"' })
  expect(second.headers.etag).toBe('"3"')
  expect(second).toMatchObject({ status: 412, body: { code: 'stale', data: { comments: 'Mine', version: 3 } } })
  expect(second.body.data.changedBy).toEqual({
    comments: { _id: agent.user._id, name: 'Aggie Agent' },
    enquiryStatus: { _id: owner.user._id, name: 'Olivia Owner' },
  })
  expect((await member.get(`/enquiry?_id=${raised._id}`)).body.data.docs[0].comments).toBe('Mine')
})

test('the message of a refused change of one field says who has set it to what [S8.1] [D7.7]', async () => {
  const { _id: id, enquiryId } = await member.raise()
  const closed = await agent.patch('/enquiry', { id, enquiryStatus: 'closed' }, { 'if-match': '"1"' })
  expect(closed.body.message).toBe(`${enquiryId} is now “Closed”`)
  const change = { id, enquiryStatus: 'onHold' }
  const refused = await owner.patch('/enquiry', change, { 'if-match': '"1"' })
  const what = `set ${enquiryId} to “Closed” in the meantime. Check the current version and save again`
  expect(refused.body.message).toBe(`Aggie Agent has ${what}`)
  const own = await agent.patch('/enquiry', change, { 'if-match': '"1"' })
  expect(own.body.message).toBe(`You have ${what}`)
  const form = await owner.patch('/enquiry', { ...change, comments: 'Later' }, { 'if-match': '"1"' })
  expect(form.body.message).toBe('This enquiry has changed. Check the current version and save again')
})

test('only one of several concurrent updates of the same version succeeds [D7.7]', async () => {
  const raised = await member.raise()
  const update = (comments: string) => member.patch('/enquiry', { id: raised._id, comments }, { 'if-match': '"1"' })
  const statuses = (await Promise.all([update('a'), update('b'), update('c')])).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, 412, 412])
})

test('each change is recorded with its author, old and new values; an update without a change is not', async () => {
  const raised = await member.raise()
  await agent.patch('/enquiry', { id: raised._id, enquiryStatus: 'onHold' })
  await agent.patch('/enquiry', { id: raised._id, enquiryStatus: 'onHold' })
  const activity = await app.db`
    select actor_id, action, changes from activity where subject_id = ${raised._id} order by id`
  expect(activity).toEqual([
    { actorId: member.user._id, action: 'created', changes: { documents: [0, 0] } },
    { actorId: agent.user._id, action: 'changed', changes: { status: ['open', 'onHold'] } },
  ])
  expect((await member.get(`/enquiry?_id=${raised._id}`)).body.data.docs[0].version).toBe(2)
})

test('the kept totals are exact after many changes at once', async () => {
  const other = await registerOwner(app, { companyName: 'Totals Ltd' })
  const raised = await Promise.all(Array.from({ length: 8 }, () => other.raise()))
  const changes = raised.flatMap(({ _id }, index) =>
    enquiryStatuses.map((_, step) =>
      other.patch('/enquiry', { id: _id, enquiryStatus: enquiryStatuses[(index + step) % enquiryStatuses.length] }),
    ),
  )
  for (const { status } of await Promise.all(changes)) expect(status).toBe(200)

  const { data } = (await other.get('/enquiry/summary')).body
  const rows =
    await app.db`select status, count(*)::int from enquiry where company_id = ${other.user.company._id} group by 1`
  const counted = Object.fromEntries(rows.map(({ status, count }) => [status, count]))
  expect(EnquirySummary.parse(data)).toMatchObject({ total: 8, byStatus: expect.objectContaining(counted) })
})

test('the types of the company are suggested, the most used first, and none of another company [D2.1]', async () => {
  const other = await registerOwner(app, { companyName: 'Types Ltd' })
  for (const enquiryType of ['Rare', 'Often', 'Often']) await other.raise({ enquiryType })
  expect((await other.get('/enquiry/summary')).body.data.types).toEqual(['Often', 'Rare'])
})

test('a viewer reads enquiries but cannot change them [D6.2]', async () => {
  const raised = await member.raise()
  expect((await viewer.get(`/enquiry?_id=${raised._id}`)).body.data.docs).toHaveLength(1)
  expect((await viewer.post('/enquiry', { enquiryType: 'X' })).status).toBe(403)
  expect((await viewer.patch('/enquiry', { id: raised._id, enquiryStatus: 'closed' })).status).toBe(403)
})
