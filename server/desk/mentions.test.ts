import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { Note } from '#contract/notes.ts'
import { Notifications } from '#contract/notifications.ts'
import { Unread } from '#contract/seen.ts'
import { join, people, type Person } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'

const app = await testApp()
let company: Awaited<ReturnType<typeof people>>
beforeEach(async () => {
  company = await people(app)
})

function write(by: Person, enquiry: string, note: string, mentions: string[], headers = {}) {
  return by.post('/notes', { enquiry, note, mentions }, headers)
}

async function mentionsOf(person: Person) {
  const { docs } = Notifications.parse((await person.get('/notification')).body.data)
  return docs.filter(({ kind }) => kind === 'mention')
}

/** The unread mark of the list, that of the queue, and the number of unread enquiries. */
async function unreadMarks(person: Person, enquiry: string) {
  const [one, queue, unread] = await Promise.all([
    person.get(`/enquiry?_id=${enquiry}`),
    person.get('/desk/queue'),
    person.get('/unread'),
  ])
  const queued = queue.body.data.docs.find(({ _id }: { _id: string }) => _id === enquiry)
  return [one.body.data.docs[0].unread, queued.unread, Unread.parse(unread.body.data).enquiries]
}

test('a note keeps who it mentions, with the name that it contains [D10.7]', async () => {
  const { agent, owner, member } = company
  const { _id } = await member.raise()
  const { status, body } = await write(owner, _id, 'Could @Aggie Agent look at this?', [agent.user._id])
  const mentions = [{ _id: agent.user._id, name: 'Aggie Agent' }]
  expect([status, Note.parse(body.data).mentions]).toEqual([201, mentions])
  await agent.patch('/users', { name: 'Agatha Agent' })
  const { body: read } = await agent.get(`/notes?enquiryId=${_id}`)
  expect(Note.array().parse(read.data.docs)[0]!.mentions).toEqual(mentions)
  expect(await mentionsOf(agent)).toMatchObject([{ by: { name: 'Olivia Owner' }, enquiry: { _id }, isRead: false }])
})

test.each([
  ['without messages', 0],
  ['whose messages they have all read', 1],
])('a mention makes an enquiry %s unread until the person opens it on the desk [D10.7]', async (_title, messages) => {
  const { agent, owner, member } = company
  const { _id: enquiry } = await member.raise()
  if (messages > 0) {
    await member.say(enquiry, 'Hello')
    await owner.patch('/enquiry', { id: enquiry, assignee: owner.user._id })
    await agent.post('/seen', { enquiry, seq: 1, side: 'host' })
  }
  expect(await unreadMarks(agent, enquiry)).toEqual([0, 0, 0])
  await write(owner, enquiry, '@Aggie Agent', [agent.user._id])
  // The newest unread message is announced on the desktop, and a mention is not a message.
  expect((await agent.get('/unread')).body.data).toMatchObject({ newest: null, notifications: 1 })
  expect(await unreadMarks(agent, enquiry)).toEqual([1, 1, 1])

  // Neither the customer's seat nor the inbox shows the note.
  await agent.post('/seen', { enquiry, seq: messages, side: 'customer' })
  await agent.patch('/notification', { upTo: new Date().toISOString(), isRead: true })
  expect(await unreadMarks(agent, enquiry)).toEqual([1, 1, 1])
  const { body } = await agent.post('/seen', { enquiry, seq: messages, side: 'host' })
  expect(body.data).toEqual({ enquiries: 0, newest: null, notifications: 0 })
  expect(await unreadMarks(agent, enquiry)).toEqual([0, 0, 0])
})

test('people who are mentioned follow the enquiry from then on', async () => {
  const { agent, owner, member } = company
  const { _id: enquiry } = await member.raise()
  await owner.patch('/enquiry', { id: enquiry, assignee: owner.user._id })
  await member.say(enquiry, 'One')
  await write(owner, enquiry, '@Aggie Agent', [agent.user._id])
  expect((await agent.get(`/enquiry?_id=${enquiry}`)).body.data.docs[0].unread).toBe(1)
  await member.say(enquiry, 'Two')
  expect((await agent.get(`/enquiry?_id=${enquiry}`)).body.data.docs[0].unread).toBe(2)
  const { docs } = Notifications.parse((await agent.get('/notification')).body.data)
  expect(docs.map(({ kind }) => kind)).toEqual(['reply', 'mention'])
})

test('only people whose @name the note contains are mentioned, and authors do not notify themselves', async () => {
  const { agent, owner, member } = company
  const ann = await join(owner, 'agent', 'Ann')
  const { _id } = await member.raise()
  const ids = [agent.user._id, ann.user._id, owner.user._id]
  const { body } = await write(
    owner,
    _id,
    'From @Olivia Owner: ask @Anna or team@Ann or @Ann_B, and not Aggie Agent',
    ids,
  )
  expect(body.data.mentions).toEqual([{ _id: owner.user._id, name: 'Olivia Owner' }])
  for (const person of [agent, ann, owner]) expect(await mentionsOf(person)).toEqual([])
  await write(owner, _id, 'Ask @Anna or @Ann.', ids)
  expect(await mentionsOf(ann)).toHaveLength(1)
})

test('people who may not read notes, or left, or are strangers cannot be mentioned [D6.3]', async () => {
  const { agent, owner, member, stranger } = company
  const gone = await join(owner, 'agent', 'Gus Gone')
  await owner.patch(`/team/${gone.user._id}`, { isActive: false })
  const { _id } = await member.raise()
  const note = '@Manny Member @Gus Gone @Sam Stranger'
  const refusal = async (...mentioned: string[]) => {
    const { status, body } = await write(agent, _id, note, mentioned)
    return [status, body.errors]
  }
  const message = 'Only agents and owners can read notes. Remove @Manny Member, @Gus Gone from the note'
  expect(await refusal(member.user._id, gone.user._id)).toEqual([400, { mentions: message }])
  const unknown = 'Someone mentioned is not in your company. Mention agents and owners of your company'
  expect(await refusal(stranger.user._id)).toEqual([400, { mentions: unknown }])
  expect(await refusal(randomUUID())).toEqual([400, { mentions: unknown }])
  expect(await refusal(...Array.from({ length: 21 }, () => agent.user._id))).toMatchObject([400, {}])
  expect((await agent.get(`/notes?enquiryId=${_id}`)).body.data.docs).toEqual([])
})

test('a repeated note notifies once [D7.4]', async () => {
  const { agent, owner, member } = company
  const { _id } = await member.raise()
  const key = { 'idempotency-key': randomUUID() }
  const send = () => write(owner, _id, '@Aggie Agent', [agent.user._id], key)
  const { body } = await send()
  await app.db`delete from idempotency`
  expect((await send()).body.data).toEqual(body.data)
  expect(await mentionsOf(agent)).toHaveLength(1)
})

test('a former agent no longer sees that a note mentioned them', async () => {
  const { agent, owner, member } = company
  const { _id: enquiry } = await member.raise()
  await write(owner, enquiry, '@Aggie Agent', [agent.user._id])
  await owner.patch(`/team/${agent.user._id}`, { role: 'member' })
  expect((await agent.get(`/enquiry?_id=${enquiry}`)).body.data.docs[0].unread).toBe(0)
  expect((await agent.get('/unread')).body.data).toEqual({ enquiries: 0, newest: null, notifications: 0 })
})
