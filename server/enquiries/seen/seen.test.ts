import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { Unread } from '#contract/seen.ts'
import { join, people, type Person } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'

const app = await testApp()
let everybody: Awaited<ReturnType<typeof people>>
beforeEach(async () => {
  everybody = await people(app)
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
  return (await everybody.member.get(`/chat?enquiryId=${enquiry}`)).body.data.seenBy
}

function answer(person: Person, enquiry: string) {
  return person.post('/chat', { enquiry, side: 'host', message: 'An answer' })
}

test('an answer is unread for who raised the enquiry until they have seen it', async () => {
  const { agent, member } = everybody
  const { _id: enquiry } = await member.raise()
  await answer(agent, enquiry)
  await answer(agent, enquiry)
  expect([await unreadOf(member, enquiry), await waiting(member)]).toEqual([2, 1])

  await member.post('/seen', { enquiry, seq: 1 })
  expect([await unreadOf(member, enquiry), await waiting(member)]).toEqual([1, 1])
  const { status, body } = await member.post('/seen', { enquiry, seq: 2 })
  expect([status, body]).toEqual([200, { data: { enquiries: 0, newest: null } }])
  expect([await unreadOf(member, enquiry), await waiting(member)]).toEqual([0, 0])
  await member.post('/seen', { enquiry, seq: 1 })
  expect(await unreadOf(member, enquiry)).toBe(0)
})

test('who writes has seen the thread, and is told what is answered from then on', async () => {
  const { owner, agent, member } = everybody
  const { _id: enquiry } = await member.raise()
  await member.say(enquiry, 'Hello')
  await answer(agent, enquiry)
  await member.say(enquiry, 'Thanks')
  expect([await unreadOf(member, enquiry), await waiting(member)]).toEqual([0, 0])
  expect([await unreadOf(agent, enquiry), await waiting(agent)]).toEqual([1, 1])
  // It is nobody's: the agent has answered without taking it.
  expect([await unreadOf(owner, enquiry), await waiting(owner)]).toEqual([3, 1])
})

test('what is nobody’s is unread for all who may answer; what somebody answers, for them alone', async () => {
  const { owner, agent, member, viewer } = everybody
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

test('of nobody’s enquiries count, as they are marked, those that wait for an answer', async () => {
  const { owner, agent, member } = everybody
  const raised = await Promise.all([member.raise(), member.raise(), member.raise(), member.raise()])
  const [waits, answered, closed, quiet] = raised.map(({ _id }) => _id) as [string, string, string, string]
  for (const id of [waits, answered, closed]) await member.say(id, 'Hello')
  await answer(agent, answered)
  await agent.patch('/enquiry', { id: closed, enquiryStatus: 'closed' })
  const marks = () => Promise.all([waits, answered, closed, quiet].map((id) => unreadOf(owner, id)))
  expect([await marks(), await waiting(owner)]).toEqual([[1, 0, 0, 0], 1])
  await member.say(answered, 'Thanks, but')
  expect([await marks(), await waiting(owner)]).toEqual([[1, 3, 0, 0], 2])
  await owner.post('/seen', { enquiry: answered, seq: 3, side: 'host' })
  await agent.patch('/enquiry', { id: waits, assignee: agent.user._id })
  expect([await marks(), await waiting(owner)]).toEqual([[0, 0, 0, 0], 0])
})

test('the newest unread enquiry is named, and how many there are only as far as it matters', async () => {
  const { owner, agent, member } = everybody
  expect(await newest(owner)).toBeNull()
  const [first, second] = [await member.raise(), await member.raise()]
  await member.say(second._id, 'Hello')
  const { body } = await member.say(first._id, 'Hello')
  expect(await newest(owner)).toEqual({ _id: first._id, enquiryId: first.enquiryId, at: body.data.createdAt })
  // What is changed otherwise says nothing new.
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

test('each seat is told how far the other has read', async () => {
  const { agent, member } = everybody
  const { _id: enquiry } = await member.raise()
  await member.say(enquiry, 'one')
  await member.say(enquiry, 'two')
  expect(await seenBy(enquiry)).toEqual({ customer: 2, host: 0 })
  await agent.post('/seen', { enquiry, seq: 1, side: 'host' })
  expect(await seenBy(enquiry)).toEqual({ customer: 2, host: 1 })
  await answer(agent, enquiry)
  expect(await seenBy(enquiry)).toEqual({ customer: 2, host: 3 })
  await member.post('/seen', { enquiry, seq: 2_000_000_000 })
  expect(await seenBy(enquiry)).toEqual({ customer: 3, host: 3 })
})

test('marks that come at the moment of a message never hide it', async () => {
  const { agent, member } = everybody
  const { _id: enquiry } = await member.raise()
  for (let seq = 1; seq <= 12; seq++) {
    const [sent] = await Promise.all([answer(agent, enquiry), member.post('/seen', { enquiry, seq })])
    const unread = await unreadOf(member, enquiry)
    expect([sent.status, await waiting(member)]).toEqual([201, unread > 0 ? 1 : 0])
  }
})

test('marks are refused where the thread is: in the host’s seat, without the chat, in another company [D6.1] [D6.3]', async () => {
  const { member, viewer, stranger } = everybody
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
