import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { Unread } from '#contract/seen.ts'
import { join, people, type Person } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'

const app = await testApp()
let company: Awaited<ReturnType<typeof people>>
beforeEach(async () => {
  company = await people(app)
})

async function unreadOf(person: Person, enquiry: string) {
  return (await person.get(`/enquiry?_id=${enquiry}`)).body.data.docs[0].unread
}

async function waiting(person: Person) {
  return Unread.parse((await person.get('/unread')).body.data).enquiries
}

async function newest(person: Person) {
  return Unread.parse((await person.get('/unread')).body.data).newest
}

async function seenBy(enquiry: string) {
  return (await company.member.get(`/chat?enquiryId=${enquiry}`)).body.data.seenBy
}

function reply(person: Person, enquiry: string) {
  return person.post('/chat', { enquiry, side: 'host', message: 'A reply' })
}

function leaveRepliesUnassigned() {
  return company.owner.patch('/users', { company: { assignsOnReply: false } })
}

test('a reply is unread for the requester until they have seen it', async () => {
  const { agent, member } = company
  const { _id: enquiry } = await member.raise()
  await reply(agent, enquiry)
  await reply(agent, enquiry)
  expect([await unreadOf(member, enquiry), await waiting(member)]).toEqual([2, 1])

  await member.post('/seen', { enquiry, seq: 1 })
  expect([await unreadOf(member, enquiry), await waiting(member)]).toEqual([1, 1])
  const { status, body } = await member.post('/seen', { enquiry, seq: 2 })
  expect([status, body]).toEqual([200, { data: { enquiries: 0, newest: null, notifications: 0 } }])
  expect([await unreadOf(member, enquiry), await waiting(member)]).toEqual([0, 0])
  await member.post('/seen', { enquiry, seq: 1 })
  expect(await unreadOf(member, enquiry)).toBe(0)
})

test('writing a message marks the thread as read, and later replies are unread', async () => {
  const { owner, agent, member } = company
  await leaveRepliesUnassigned()
  const { _id: enquiry } = await member.raise()
  await member.say(enquiry, 'Hello')
  await reply(agent, enquiry)
  await member.say(enquiry, 'Thanks')
  expect([await unreadOf(member, enquiry), await waiting(member)]).toEqual([0, 0])
  expect([await unreadOf(agent, enquiry), await waiting(agent)]).toEqual([1, 1])
  // It is still unassigned: the agent has replied without taking it.
  expect([await unreadOf(owner, enquiry), await waiting(owner)]).toEqual([3, 1])
})

test('messages of an unassigned enquiry are unread for everyone who may answer, of an assigned one for the assignee', async () => {
  const { owner, agent, member, viewer } = company
  const other = await join(owner, 'member', 'Another member')
  const { _id: enquiry } = await member.raise()
  await member.say(enquiry, 'Hello')
  const unread = () => Promise.all([owner, agent, member, other, viewer].map((person) => unreadOf(person, enquiry)))
  expect(await unread()).toEqual([1, 1, 0, 0, 0])

  await owner.patch('/enquiry', { id: enquiry, assignee: agent.user._id })
  expect(await unread()).toEqual([0, 1, 0, 0, 0])
  expect(await waiting(agent)).toBe(1)
  await owner.patch('/enquiry', { id: enquiry, assignee: owner.user._id })
  expect(await unread()).toEqual([1, 0, 0, 0, 0])
  expect([await waiting(owner), await waiting(agent)]).toEqual([1, 0])
})

test('the unassigned enquiries that await a reply are marked unread and counted', async () => {
  const { owner, agent, member } = company
  await leaveRepliesUnassigned()
  const raised = await Promise.all([member.raise(), member.raise(), member.raise(), member.raise()])
  const [waits, answered, closed, quiet] = raised.map(({ _id }) => _id) as [string, string, string, string]
  for (const id of [waits, answered, closed]) await member.say(id, 'Hello')
  await reply(agent, answered)
  await agent.patch('/enquiry', { id: closed, enquiryStatus: 'closed' })
  const marks = () => Promise.all([waits, answered, closed, quiet].map((id) => unreadOf(owner, id)))
  expect([await marks(), await waiting(owner)]).toEqual([[1, 0, 0, 0], 1])
  await member.say(answered, 'Thanks, but')
  expect([await marks(), await waiting(owner)]).toEqual([[1, 3, 0, 0], 2])
  await owner.post('/seen', { enquiry: answered, seq: 3, side: 'host' })
  await agent.patch('/enquiry', { id: waits, assignee: agent.user._id })
  expect([await marks(), await waiting(owner)]).toEqual([[0, 0, 0, 0], 0])
})

test('the unread count names the newest enquiry and stops at its limit', async () => {
  const { owner, agent, member } = company
  expect(await newest(owner)).toBeNull()
  const [first, second] = [await member.raise(), await member.raise()]
  await member.say(second._id, 'Hello')
  const { body } = await member.say(first._id, 'Hello')
  expect(await newest(owner)).toEqual({ _id: first._id, enquiryId: first.enquiryId, at: body.data.createdAt })
  // Other changes do not make it newer.
  await agent.patch('/enquiry', { id: second._id, comments: 'Looked at' })
  expect(await newest(owner)).toMatchObject({ _id: first._id })
  await agent.patch('/enquiry', { id: second._id, assignee: owner.user._id })
  await member.say(second._id, 'Hello again')
  expect(await newest(owner)).toMatchObject({ _id: second._id })
  expect(await newest(member)).toBeNull()

  await app.db`
    insert into enquiry (company_id, id, enquiry_no, enquiry_type, summery, description, comments, status, created_by,
      last_message_seq)
    select company_id, gen_random_uuid(), 1000 + n, 'Billing', '', '', '', 'open', created_by, 1
    from enquiry, generate_series(1, 150) n where id = ${first._id}`
  expect(await waiting(owner)).toBe(100)
})

test('each seat sees how far the other has read', async () => {
  const { agent, member } = company
  const { _id: enquiry } = await member.raise()
  await member.say(enquiry, 'one')
  await member.say(enquiry, 'two')
  expect(await seenBy(enquiry)).toEqual({ customer: 2, host: 0 })
  await agent.post('/seen', { enquiry, seq: 1, side: 'host' })
  expect(await seenBy(enquiry)).toEqual({ customer: 2, host: 1 })
  await reply(agent, enquiry)
  expect(await seenBy(enquiry)).toEqual({ customer: 2, host: 3 })
  await member.post('/seen', { enquiry, seq: 2_000_000_000 })
  expect(await seenBy(enquiry)).toEqual({ customer: 3, host: 3 })
})

test('a seen mark at the moment of a message never hides it', async () => {
  const { agent, member } = company
  const { _id: enquiry } = await member.raise()
  for (let seq = 1; seq <= 12; seq++) {
    const [sent] = await Promise.all([reply(agent, enquiry), member.post('/seen', { enquiry, seq })])
    const unread = await unreadOf(member, enquiry)
    expect([sent.status, await waiting(member)]).toEqual([201, unread > 0 ? 1 : 0])
  }
})

test('seen marks are refused like the thread: in the host’s seat, without the chat, in another company [D6.1] [D6.3]', async () => {
  const { member, viewer, stranger } = company
  const { _id: enquiry } = await member.raise()
  expect((await member.post('/seen', { enquiry, seq: 1, side: 'host' })).status).toBe(403)
  expect((await viewer.post('/seen', { enquiry, seq: 1 })).status).toBe(403)
  expect((await viewer.get('/unread')).status).toBe(403)
  expect((await stranger.post('/seen', { enquiry, seq: 1 })).status).toBe(404)
  expect((await member.post('/seen', { enquiry: randomUUID(), seq: 1 })).status).toBe(404)
  for (const fields of [{ seq: -1 }, { seq: 1.5 }, { seq: 'x' }, { seq: 1, enquiry: 'x' }, { seq: 1, side: 'both' }]) {
    expect((await member.post('/seen', { enquiry, ...fields })).status).toBe(400)
  }
})
