import { beforeEach, expect, test } from 'vitest'
import { type Notification, Notifications, usualChoices } from '#contract/notifications.ts'
import { Unread } from '#contract/seen.ts'
import { join, people, type Person } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'

const app = await testApp()
let company: Awaited<ReturnType<typeof people>>
beforeEach(async () => {
  company = await people(app)
})

async function inbox(person: Person, query = '') {
  const { status, body } = await person.get(`/notification${query}`)
  expect(status).toBe(200)
  return Notifications.parse(body.data).docs
}

async function unreadCount(person: Person) {
  return Unread.parse((await person.get('/unread')).body.data).notifications
}

/** The notifications as sentences: kind, count, name, and `read` or `unread`. */
async function listed(person: Person, query = '') {
  return (await inbox(person, query)).map(describe)
}

function describe({ kind, count, by, isRead }: Notification) {
  return `${kind} ${count} ${by.name} ${isRead ? 'read' : 'unread'}`
}

function reply(person: Person, enquiry: string, message = 'A reply') {
  return person.post('/chat', { enquiry, side: 'host', message })
}

function assign(by: Person, enquiry: string, to: Person | null) {
  return by.patch('/enquiry', { id: enquiry, assignee: to && to.user._id })
}

/** Writes a note that mentions these people by their names. */
function mention(by: Person, enquiry: string, ...others: Person[]) {
  const names = others.map(({ user }) => `@${user.name}`).join(' and ')
  return by.post('/notes', { enquiry, note: `Look, ${names}!`, mentions: others.map(({ user }) => user._id) })
}

test('replies by others in a followed enquiry are one unread notification, until it is read [D10.7]', async () => {
  const { agent, owner, member, viewer } = company
  const raised = await member.raise({ summery: 'Late invoice' })
  await reply(agent, raised._id)
  const { body } = await reply(owner, raised._id)
  const [notification, ...others] = await inbox(member)
  expect(others).toEqual([])
  expect(notification).toMatchObject({
    kind: 'reply',
    count: 2,
    isRead: false,
    at: body.data.createdAt,
    by: { _id: owner.user._id, name: 'Olivia Owner' },
    enquiry: { _id: raised._id, enquiryId: raised.enquiryId, summery: 'Late invoice' },
  })
  expect([await unreadCount(member), await unreadCount(owner)]).toEqual([1, 0])
  expect(await listed(agent)).toEqual(['reply 1 Olivia Owner unread'])
  expect(await listed(viewer)).toEqual([])

  await member.post('/seen', { enquiry: raised._id, seq: 2 })
  expect([await unreadCount(member), await listed(member)]).toEqual([0, ['reply 2 Olivia Owner read']])
  await reply(agent, raised._id)
  expect(await listed(member)).toEqual(['reply 1 Aggie Agent unread', 'reply 2 Olivia Owner read'])
})

test('writing in an enquiry marks its replies as read, and notifies the others', async () => {
  const { agent, member } = company
  const { _id } = await member.raise()
  await reply(agent, _id)
  await reply(agent, _id)
  await member.say(_id, 'Thanks')
  expect(await listed(member)).toEqual(['reply 2 Aggie Agent read'])
  expect(await listed(agent)).toEqual(['reply 1 Manny Member unread'])
})

test('writing in an enquiry leaves a mention and an assignment unread, which the person may not have seen', async () => {
  const { agent, owner, member } = company
  const { _id: enquiry } = await member.raise()
  await assign(owner, enquiry, agent)
  await mention(owner, enquiry, agent)
  await reply(owner, enquiry)
  await reply(agent, enquiry)
  expect(await listed(agent)).toEqual([
    'reply 1 Olivia Owner read',
    'mention 1 Olivia Owner unread',
    'assignment 1 Olivia Owner unread',
  ])
  // The enquiry stays unread for the mention, too.
  expect((await agent.get('/unread')).body.data).toMatchObject({ enquiries: 1, notifications: 2 })
  const { body } = await agent.post('/seen', { enquiry, seq: 2, side: 'host' })
  expect(body.data).toMatchObject({ enquiries: 0, notifications: 0 })
})

test('a thread that is read only in part keeps its notification', async () => {
  const { agent, member } = company
  const { _id: enquiry } = await member.raise()
  await reply(agent, enquiry)
  await reply(agent, enquiry)
  await member.post('/seen', { enquiry, seq: 1 })
  expect(await unreadCount(member)).toBe(1)
  await member.post('/seen', { enquiry, seq: 2 })
  expect(await unreadCount(member)).toBe(0)
})

test('an assignment notifies the new assignee unless they took the enquiry themselves [D10.7]', async () => {
  const { agent, owner, member } = company
  const { _id } = await member.raise()
  await assign(owner, _id, agent)
  expect(await listed(agent)).toEqual(['assignment 1 Olivia Owner unread'])
  await assign(agent, _id, null)
  await assign(owner, _id, agent)
  await assign(owner, _id, agent)
  expect(await listed(agent)).toEqual(['assignment 1 Olivia Owner unread'])
  await assign(owner, _id, owner)
  expect(await listed(owner)).toEqual([])
  const taken = await member.raise()
  await reply(owner, taken._id)
  expect(await listed(owner)).toEqual([])
})

test('a mark that reads no more messages still closes mentions and assignments, but only in the host’s seat', async () => {
  const { agent, owner, member } = company
  const [empty, written] = [await member.raise(), await member.raise()]
  for (const [{ _id: enquiry }, seq] of [
    [empty, 0],
    [written, 1],
  ] as const) {
    const see = async (side: string) => (await agent.post('/seen', { enquiry, seq, side })).body.data
    if (seq > 0) await member.say(enquiry, 'Hello')
    await see('host')
    await assign(owner, enquiry, agent)
    await mention(owner, enquiry, agent)
    expect(await see('customer')).toMatchObject({ enquiries: 1, notifications: 2 })
    expect(await see('host')).toMatchObject({ enquiries: 0, notifications: 0 })
  }
})

test('an assignment that is taken away before the person has read it disappears from their inbox', async () => {
  const { agent, owner, member } = company
  const { _id } = await member.raise()
  await assign(owner, _id, agent)
  await assign(owner, _id, null)
  expect([await listed(agent), await unreadCount(agent)]).toEqual([[], 0])
  await assign(owner, _id, agent)
  await assign(owner, _id, owner)
  expect(await listed(agent)).toEqual([])
  await assign(owner, _id, agent)
  await agent.post('/seen', { enquiry: _id, seq: 0, side: 'host' })
  await assign(owner, _id, null)
  expect(await listed(agent)).toEqual(['assignment 1 Olivia Owner read'])
})

test('the host’s seat marks every kind as read, the customer’s only replies', async () => {
  const { agent, owner, member } = company
  const { _id: enquiry } = await member.raise()
  await assign(owner, enquiry, agent)
  await mention(owner, enquiry, agent)
  await member.say(enquiry, 'Hello?')
  await agent.post('/seen', { enquiry, seq: 1 })
  expect((await listed(agent)).toSorted()).toEqual([
    'assignment 1 Olivia Owner unread',
    'mention 1 Olivia Owner unread',
    'reply 1 Manny Member read',
  ])
  // The thread has been read to its end already.
  const { body } = await agent.post('/seen', { enquiry, seq: 1, side: 'host' })
  expect(body.data.notifications).toBe(0)
  expect(await listed(agent, '?isRead=false')).toEqual([])
})

test('one notification, or all up to the newest one shown are marked as read [D10.7]', async () => {
  const { agent, owner, member } = company
  const raised = [await member.raise(), await member.raise(), await member.raise()]
  for (const { _id } of raised) await reply(agent, _id)
  const [third, second, first] = await inbox(member)
  const mark = async (payload: object) => (await member.patch('/notification', payload)).body.data
  expect(await mark({ id: second!._id, isRead: true })).toEqual({ notifications: 2 })
  expect(await mark({ id: second!._id, isRead: false })).toEqual({ notifications: 3 })
  expect(await mark({ id: first!._id, isRead: true })).toEqual({ notifications: 2 })
  await reply(owner, raised[0]!._id)
  expect(await mark({ upTo: third!.at, isRead: true })).toEqual({ notifications: 1 })
  expect(await listed(member)).toEqual([
    'reply 1 Olivia Owner unread',
    ...Array<string>(3).fill('reply 1 Aggie Agent read'),
  ])
  expect((await inbox(member, '?isRead=true')).map(({ _id }) => _id)).toEqual([third!._id, second!._id, first!._id])
})

test('marking all as read leaves out a reply that arrived after the newest one on the screen', async () => {
  const { agent, member } = company
  const { _id } = await member.raise()
  await reply(agent, _id)
  const [shown] = await inbox(member)
  await reply(agent, _id)
  await member.patch('/notification', { upTo: shown!.at, isRead: true })
  expect(await listed(member)).toEqual(['reply 2 Aggie Agent unread'])
})

test('a reply after a notification was marked as unread again is a notification of its own', async () => {
  const { agent, owner, member } = company
  const { _id } = await member.raise()
  await reply(agent, _id)
  const [{ _id: id }] = (await inbox(member)) as [Notification]
  await member.patch('/notification', { id, isRead: true })
  await member.patch('/notification', { id, isRead: false })
  await reply(owner, _id)
  expect(await listed(member)).toEqual(['reply 1 Olivia Owner unread', 'reply 1 Aggie Agent unread'])
})

test('the inbox is read in pages, newest first, with replies in the place of their last message', async () => {
  const { agent, owner, member } = company
  const oldest = await member.raise()
  await reply(agent, oldest._id)
  for (let count = 0; count < 21; count++) await mention(owner, oldest._id, agent)
  const other = await member.raise()
  await assign(owner, other._id, agent)
  await member.say(oldest._id, 'Anything new?')
  const first = Notifications.parse((await agent.get('/notification')).body.data)
  const second = Notifications.parse((await agent.get(`/notification?before=${first.next}`)).body.data)
  expect([first.docs.length, second.docs.length, second.next]).toEqual([20, 3, null])
  expect(first.docs.slice(0, 3).map(({ kind }) => kind)).toEqual(['reply', 'assignment', 'mention'])
  const times = [...first.docs, ...second.docs].map(({ at }) => at)
  expect(times).toEqual(times.toSorted().toReversed())
  expect(new Set([...first.docs, ...second.docs].map(({ _id }) => _id)).size).toBe(23)
})

test('people choose what is in their inbox, and keep the usual choices until then [D10.7]', async () => {
  const { agent, owner, member } = company
  expect((await agent.get('/notification/choices')).body.data).toEqual(usualChoices)
  const choices = { ...usualChoices, reply: { inbox: false, mail: true } }
  expect((await agent.patch('/notification/choices', { reply: choices.reply })).body.data).toEqual(choices)
  expect((await agent.get('/notification/choices')).body.data).toEqual(choices)
  const { _id } = await member.raise()
  await assign(owner, _id, agent)
  await member.say(_id, 'Hello')
  expect(await listed(agent)).toEqual(['assignment 1 Olivia Owner unread'])
  // Without a mail server, a person who wants only a mail gets no row at all.
  expect(await app.db`select from notification where user_id = ${agent.user._id} and kind = 'reply'`).toHaveLength(0)
})

test('people see only the kinds that their role may see, in the inbox and in the count', async () => {
  const { agent, owner, member } = company
  const { _id } = await member.raise()
  await mention(owner, _id, agent)
  await assign(owner, _id, agent)
  await member.say(_id, 'Hello')
  expect([(await inbox(agent)).length, await unreadCount(agent)]).toEqual([3, 3])
  const [hidden] = (await inbox(agent)).filter(({ kind }) => kind === 'mention')
  const change = (role: string) => owner.patch(`/team/${agent.user._id}`, { role })
  await change('member')
  expect([await listed(agent), await unreadCount(agent)]).toEqual([['reply 1 Manny Member unread'], 1])
  expect((await agent.patch('/notification', { id: hidden!._id, isRead: true })).status).toBe(404)
  await change('viewer')
  expect(await listed(agent)).toEqual([])
  await member.say(_id, 'Hello?')
  await change('agent')
  // A job takes the enquiries away from a former agent, and withdraws the assignment.
  const kinds = async () => (await inbox(agent)).map(({ kind }) => kind).toSorted()
  await expect.poll(kinds).toEqual(['mention', 'reply'])
})

test('followers who may not read the thread and deactivated ones are not notified', async () => {
  const { owner, member } = company
  const colleague = await join(owner, 'member', 'Cora')
  const { _id } = await member.raise()
  await colleague.say(_id, 'Me, too')
  await owner.patch(`/team/${member.user._id}`, { role: 'viewer' })
  await owner.patch(`/team/${colleague.user._id}`, { isActive: false })
  await reply(owner, _id)
  expect(
    await app.db`select from notification where user_id = any(${[member.user._id, colleague.user._id]}) and since_seq = 2`,
  ).toHaveLength(0)
})

test('a notification of another person or company is a 404 [D6.3]', async () => {
  const { agent, member, owner, stranger } = company
  const { _id } = await member.raise()
  await reply(agent, _id)
  const [{ _id: id }] = (await inbox(member)) as [Notification]
  for (const person of [owner, stranger]) {
    expect((await person.patch('/notification', { id, isRead: true })).status).toBe(404)
  }
  expect(await unreadCount(member)).toBe(1)
})

test.each([
  [
    'a cursor that no response had',
    '?before=abc',
    { before: 'before must be the next of a response with the same filter' },
  ],
  ['a filter that is neither true nor false', '?isRead=maybe', { isRead: expect.any(String) }],
])('%s is refused [D8.3]', async (_title, query, errors) => {
  expect(await company.member.get(`/notification${query}`)).toMatchObject({ status: 400, body: { errors } })
})
