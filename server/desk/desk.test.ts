import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { DeskSummary, Queue } from '#contract/desk.ts'
import type { Enquiry } from '#contract/enquiries.ts'
import { join, people, type Person } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'

const app = await testApp()
let everyone: Awaited<ReturnType<typeof people>>
beforeEach(async () => {
  everyone = await people(app)
})

async function queue(person: Person, query = '') {
  const { status, body } = await person.get(`/desk/queue${query}`)
  expect(status).toBe(200)
  return Queue.parse(body.data)
}

async function numbers(person: Person, query = '') {
  return (await queue(person, query)).docs.map(({ enquiryId }) => Number(enquiryId.slice(4)))
}

async function summary(person: Person) {
  return DeskSummary.parse((await person.get('/desk/summary')).body.data)
}

async function replyTo({ _id }: Enquiry, person: Person, fields: object = {}) {
  return person.post('/chat', { enquiry: _id, side: 'host', message: 'A reply', ...fields })
}

function assign(by: Person, { _id }: Enquiry, assignee: string | null) {
  return by.patch('/enquiry', { id: _id, assignee })
}

test('the queue starts with the longest waiting enquiry, and a reply ends the wait', async () => {
  const { agent, member } = everyone
  const [first, second, third] = [await member.raise(), await member.raise(), await member.raise()]
  expect(first.waitingSince).not.toBeNull()
  expect(await numbers(agent)).toEqual([1, 2, 3])

  await replyTo(first, agent)
  await replyTo(second, agent)
  expect(await numbers(agent)).toEqual([3, 1, 2])
  await member.say(second._id, 'But')
  await member.say(first._id, 'But')
  await member.say(second._id, 'And')
  expect(await numbers(agent)).toEqual([3, 2, 1])
  await agent.patch('/enquiry', { id: third._id, enquiryStatus: 'closed' })
  expect(await numbers(agent)).toEqual([2, 1])
})

test('the queue can be filtered by assignee and by status, with exact totals', async () => {
  const { owner, agent, member } = everyone
  const raised = [await member.raise(), await member.raise(), await member.raise(), await member.raise()]
  await assign(agent, raised[0]!, agent.user._id)
  await assign(agent, raised[1]!, owner.user._id)
  await agent.patch('/enquiry', { id: raised[0]!._id, enquiryStatus: 'onHold' })
  await agent.patch('/enquiry', { id: raised[3]!._id, enquiryStatus: 'closed' })

  for (const [query, found] of [
    ['', [2, 3]],
    ['?assignee=all', [2, 3]],
    ['?assignee=mine', []],
    ['?assignee=mine&enquiryStatus=onHold', [1]],
    ['?assignee=unassigned', [3]],
    [`?assignee=${owner.user._id}`, [2]],
    [`?assignee=${randomUUID()}`, []],
    ['?enquiryStatus=onHold', [1]],
    ['?enquiryStatus=closed', [4]],
    ['?enquiryStatus=closed&assignee=unassigned', [4]],
    ['?enquiryStatus=open&assignee=mine', []],
  ] as const) {
    const { docs, totalDocs } = await queue(agent, query)
    expect([query, docs.map(({ enquiryId }) => Number(enquiryId.slice(4)))]).toEqual([query, found])
    expect([query, totalDocs]).toEqual([query, found.length])
  }
})

test('a cursor visits every enquiry in the queue once, waiting or not', async () => {
  const { agent, member } = everyone
  for (let i = 0; i < 7; i++) await member.raise()
  const all = (await queue(agent)).docs
  for (const enquiry of all.slice(0, 3)) await replyTo(enquiry, agent)
  const walked = await walk(agent, '?limit=2')
  expect(walked).toEqual([4, 5, 6, 7, 1, 2, 3])

  for (const { _id } of all) await agent.patch('/enquiry', { id: _id, enquiryStatus: 'closed' })
  expect(await walk(agent, '?limit=2&enquiryStatus=closed')).toEqual([7, 6, 5, 4, 3, 2, 1])
})

async function walk(person: Person, query: string, cursor: string | null = ''): Promise<number[]> {
  if (cursor === null) return []
  const { docs, nextCursor } = await queue(person, `${query}&cursor=${cursor}`)
  return [...docs.map(({ enquiryId }) => Number(enquiryId.slice(4))), ...(await walk(person, query, nextCursor))]
}

test('a made-up cursor is refused', async () => {
  const cursors = [[null, 1.5], ['-1', 1], ['x', 1], [null], 'x'].map((place) => Buffer.from(JSON.stringify(place)))
  for (const cursor of ['garbage', ...cursors.map((bytes) => bytes.toString('base64url'))]) {
    expect(await everyone.agent.get(`/desk/queue?cursor=${cursor}`)).toMatchObject({
      status: 400,
      body: { errors: { cursor: expect.any(String) } },
    })
  }
})

test('the totals by status and by person follow every change', async () => {
  const { owner, agent, member } = everyone
  const raised = [await member.raise(), await member.raise(), await member.raise()]
  await assign(agent, raised[0]!, agent.user._id)
  await assign(agent, raised[1]!, agent.user._id)
  await replyTo(raised[0]!, agent, { enquiryStatus: 'onHold' })
  await assign(agent, raised[1]!, owner.user._id)
  await assign(agent, raised[1]!, null)

  const emptyCounts = { open: 0, 'in-progress': 0, inReview: 0, onHold: 0, closed: 0 }
  const { byStatus, unassigned, assignees } = await summary(agent)
  expect(byStatus).toEqual({ ...emptyCounts, open: 2, onHold: 1 })
  expect(unassigned).toEqual({ ...emptyCounts, open: 2 })
  expect(assignees.map((person) => [person.name, person.byStatus])).toEqual([
    ['Aggie Agent', { ...emptyCounts, onHold: 1 }],
    ['Olivia Owner', emptyCounts],
  ])
})

test('totals stay exact under simultaneous assignments and changes', async () => {
  const { owner, agent, member } = everyone
  const raised = [await member.raise(), await member.raise(), await member.raise()]
  const statuses = ['open', 'onHold', 'closed', 'inReview']
  const assignees = [agent.user._id, owner.user._id, null]
  const changes = Array.from({ length: 36 }, (_, i) =>
    owner.patch('/enquiry', {
      id: raised[i % 3]!._id,
      assignee: assignees[(i * 7) % 3],
      enquiryStatus: statuses[i % 4],
    }),
  )
  const messages = raised.flatMap((enquiry) => [
    replyTo(enquiry, agent, { enquiryStatus: 'closed' }),
    member.say(enquiry._id, 'Again'),
  ])
  for (const { status } of await Promise.all([...changes, ...messages])) expect([200, 201]).toContain(status)

  const counted = await app.db`
    select assignee_id, status, count(*)::int from enquiry where company_id = ${owner.user.company._id}
      and assignee_id is not null group by 1, 2 order by 1, 2`
  const stored = await app.db`
    select assignee_id, status, count from assignee_count where company_id = ${owner.user.company._id} and count > 0
    order by 1, 2`
  expect([...stored]).toEqual([...counted])
})

test('people who may answer can assign an enquiry to each other, and the history records it', async () => {
  const { owner, agent, member, viewer, stranger } = everyone
  const enquiry = await member.raise()
  expect((await assign(member, enquiry, member.user._id)).status).toBe(403)
  expect((await assign(viewer, enquiry, null)).status).toBe(403)
  expect((await assign(stranger, enquiry, stranger.user._id)).status).toBe(404)
  for (const wrong of [member.user._id, viewer.user._id, stranger.user._id, randomUUID()]) {
    expect(await assign(agent, enquiry, wrong)).toMatchObject({
      status: 400,
      body: { errors: { assignee: expect.any(String) } },
    })
  }
  const { status, body } = await assign(owner, enquiry, agent.user._id)
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ assignee: { _id: agent.user._id, name: 'Aggie Agent' }, version: 2 })
  expect(body.message).toBe('Assigned to Aggie Agent')
  expect((await assign(owner, enquiry, owner.user._id)).body.message).toBe('Assigned to you')
  expect((await assign(owner, enquiry, null)).body.message).toBe('Unassigned')
  await assign(owner, enquiry, agent.user._id)
  const [recorded] = await app.db`
    select action, changes from activity where subject_id = ${enquiry._id} order by id desc limit 1`
  expect(recorded).toEqual({ action: 'changed', changes: { assigneeId: [null, agent.user._id] } })
})

test('if two people take the same enquiry simultaneously, one gets a 412 [D7.7]', async () => {
  const { owner, agent, member } = everyone
  const { _id: id } = await member.raise()
  const both = await Promise.all(
    [owner, agent].map((person) => person.patch('/enquiry', { id, assignee: person.user._id }, { 'if-match': '"1"' })),
  )
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412])
})

test('a reply can also change the status, but a comment cannot', async () => {
  const { agent, member } = everyone
  const enquiry = await member.raise()
  const closing = await replyTo(enquiry, agent, { enquiryStatus: 'closed' })
  expect(closing).toMatchObject({ status: 201, body: { data: { enquiryStatus: 'closed', isReopened: false } } })
  expect((await member.get(`/enquiry?_id=${enquiry._id}`)).body.data.docs[0]).toMatchObject({
    enquiryStatus: 'closed',
    version: 2,
    waitingSince: null,
  })
  const sneaky = { enquiry: enquiry._id, side: 'customer', message: 'x', enquiryStatus: 'onHold' }
  expect((await agent.post('/chat', sneaky)).status).toBe(403)
})

test('a new comment reopens a closed enquiry, and the response and the history say so', async () => {
  const { agent, member } = everyone
  const enquiry = await member.raise()
  await replyTo(enquiry, agent, { enquiryStatus: 'closed' })
  const key = { 'idempotency-key': randomUUID() }
  const sent = await member.say(enquiry._id, 'It is back', key)
  expect(sent.body).toMatchObject({
    message: 'Comment sent. The enquiry is open again',
    data: { enquiryStatus: 'open', isReopened: true },
  })
  expect((await member.say(enquiry._id, 'It is back', key)).body).toEqual(sent.body)
  const now = (await member.get(`/enquiry?_id=${enquiry._id}`)).body.data.docs[0]
  expect(now).toMatchObject({ enquiryStatus: 'open', version: 3, waitingSince: expect.any(String) })
  expect((await summary(agent)).byStatus).toMatchObject({ open: 1, closed: 0 })
  const [recorded] = await app.db`
    select action, changes from activity where subject_id = ${enquiry._id} order by id desc limit 1`
  expect(recorded).toEqual({ action: 'reopened', changes: { status: ['closed', 'open'] } })
  await replyTo(enquiry, agent, { enquiryStatus: 'closed' })
  await replyTo(enquiry, agent)
  expect((await summary(agent)).byStatus).toMatchObject({ open: 0, closed: 1 })
})

test('an enquiry on hold is not in the queue until the customer writes again', async () => {
  const { agent, member } = everyone
  const [first, second] = [await member.raise(), await member.raise()]
  await replyTo(first, agent, { enquiryStatus: 'onHold' })
  await agent.patch('/enquiry', { id: second._id, enquiryStatus: 'onHold' })
  expect(await numbers(agent)).toEqual([])
  await replyTo(first, agent)
  expect(await numbers(agent)).toEqual([])
  const { body } = await member.say(first._id, 'Is there any news?')
  expect(body.data).toMatchObject({ enquiryStatus: 'open', isReopened: true })
  expect(await numbers(agent)).toEqual([1])
})

test('a comment on a closed enquiry restarts its wait, but undoing the closing does not', async () => {
  const { agent, member } = everyone
  const old = await member.raise()
  const young = await member.raise()
  const since = async () => (await agent.get(`/enquiry?_id=${old._id}`)).body.data.docs[0].waitingSince
  const set = (enquiryStatus: string) => agent.patch('/enquiry', { id: old._id, enquiryStatus })
  const atFirst = await since()
  await set('closed')
  expect(await since()).toBeNull()
  await set('open')
  expect(await since()).toBe(atFirst)
  expect(await numbers(agent)).toEqual([1, 2])
  await set('closed')
  await member.say(old._id, 'It is back')
  expect((await since()) > young.waitingSince!).toBe(true)
  expect(await numbers(agent)).toEqual([2, 1])
})

test('of many simultaneous comments on a closed enquiry exactly one reopens it', async () => {
  const { agent, member } = everyone
  const enquiry = await member.raise()
  await replyTo(enquiry, agent, { enquiryStatus: 'closed' })
  const sent = await Promise.all(Array.from({ length: 8 }, (_, i) => member.say(enquiry._id, `again ${i}`)))
  expect(sent.filter(({ body }) => body.data.isReopened)).toHaveLength(1)
  expect((await summary(agent)).byStatus).toMatchObject({ open: 1, closed: 0 })
})

test('the list can be filtered by requester', async () => {
  const { owner, agent, member } = everyone
  await member.raise()
  await owner.raise()
  await member.raise()
  const { body } = await agent.get(`/enquiry?raisedBy=${member.user._id}`)
  expect(body.data.docs.map(({ enquiryId }: Enquiry) => enquiryId)).toEqual(['ENQ-000003', 'ENQ-000001'])
  expect(body.data.totalDocs).toBe(2)
})

test('the desk is closed to people who may not answer, and shows nothing of other companies [D6.3]', async () => {
  const { owner, member, viewer, stranger } = everyone
  await member.raise()
  for (const url of ['/desk/queue', '/desk/summary', '/answers', `/notes?enquiryId=${randomUUID()}`]) {
    for (const person of [member, viewer]) expect((await person.get(url)).status).toBe(403)
  }
  expect((await queue(stranger)).docs).toEqual([])
  expect((await summary(stranger)).assignees.map(({ name }) => name)).toEqual(['Sam Stranger'])
  await join(owner, 'agent', 'Zoe')
  expect((await summary(owner)).assignees.map(({ name }) => name)).toEqual(['Olivia Owner', 'Aggie Agent', 'Zoe'])
})
