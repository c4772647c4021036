import { beforeEach, expect, test } from 'vitest'
import type { NotificationKind } from '#contract/notifications.ts'
import { freePort } from '#server/database/embedded/embeddedPostgres.ts'
import { mailServer } from '#server/test/mail/mailServer.ts'
import { confirmAddress, join, people, type Person } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'

const port = await freePort()
const app = await testApp({ SMTP_URL: `smtp://127.0.0.1:${port}`, PUBLIC_URL: 'https://desk.test/', APP_NAME: 'Desk' })
let company: Awaited<ReturnType<typeof people>>
let mail: Awaited<ReturnType<typeof mailServer>>

beforeEach(async () => {
  mail = await mailServer(port)
  company = await people(app)
  await confirmAddress(company.agent)
  await confirmAddress(company.member)
})

/** Turns the mails about this kind of event on. */
function mailed(person: Person, kind: NotificationKind) {
  return person.patch('/notification/choices', { [kind]: { mail: true } })
}

function mention(by: Person, enquiry: string, person: Person, text = '') {
  const note = `@${person.user.name} ${text}`
  return by.post('/notes', { enquiry, note, mentions: [person.user._id] })
}

function reply(by: Person, enquiry: string, message: string) {
  return by.post('/chat', { enquiry, side: 'host', message })
}

/** Mails about notifications that are waiting, with the seconds until they are sent. */
function waiting({ user }: Person) {
  return app.db<{ id: string; inSeconds: number }[]>`
    select id, round(extract(epoch from next_attempt_at - created_at))::int as in_seconds from mail_outbox
    where recipient = ${user.email} and purpose = 'notification'`
}

/** Sends everything that is waiting, and waits until the outbox is empty. */
async function sendNow() {
  await app.db`update mail_outbox set next_attempt_at = now()`
  // A mention wakes the mailer.
  const { owner, agent, member } = company
  await mention(owner, (await member.raise())._id, owner)
  await waitFor(async () => expect(await app.db`select from mail_outbox`).toHaveLength(0))
  return { toAgent: about(agent), toMember: about(member) }
}

const subjectOf = (content: string) => /^Subject: (.*)$/m.exec(content)![1]!.trim()

/** The mails about enquiries that a person has received. */
function about({ user }: Person) {
  return mail.to(user.email).filter((content) => / ENQ-| to you$/.test(subjectOf(content)))
}

test('a mention is mailed at once, with the note, a link to the desk and one to the choices [D10.7]', async () => {
  const { agent, owner, member } = company
  const { _id, enquiryId } = await member.raise({ summery: 'Late invoice' })
  await mention(owner, _id, agent, `call them <now>. ${'x'.repeat(600)}`)
  await waitFor(() => expect(about(agent)).toHaveLength(1))
  const [content] = about(agent)
  expect(subjectOf(content!)).toBe(`Olivia Owner mentioned you in a note on ${enquiryId}`)
  expect(content).toContain(`${enquiryId}: Late invoice`)
  expect(content).toContain('call them <now>. xxx')
  expect(content).toContain('call them &lt;now&gt;')
  expect(content).not.toContain('x'.repeat(500))
  expect(content).toContain(`https://desk.test/desk/${_id}`)
  expect(content).toContain('https://desk.test/?notifications=choices')
  expect(content).toMatch(/^List-Unsubscribe: <https:\/\/desk\.test\/\?notifications=choices>/m)
})

test('an assignment is mailed to a person who has chosen that', async () => {
  const { agent, owner, member } = company
  const [first, second] = [await member.raise(), await member.raise()]
  await owner.patch('/enquiry', { id: first._id, assignee: agent.user._id })
  expect(await waiting(agent)).toHaveLength(0)
  await mailed(agent, 'assignment')
  await owner.patch('/enquiry', { id: second._id, assignee: agent.user._id })
  await waitFor(() => expect(about(agent).map(subjectOf)).toEqual([`Olivia Owner assigned ${second.enquiryId} to you`]))
})

test('replies are gathered into one mail for each unread notification, sent after two minutes [D10.7]', async () => {
  const { agent, member } = company
  await mailed(member, 'reply')
  const { _id, enquiryId } = await member.raise()
  await reply(agent, _id, 'First')
  await reply(agent, _id, 'Second')
  await reply(agent, _id, 'Third')
  expect(await waiting(member)).toMatchObject([{ inSeconds: 120 }])
  const [content] = (await sendNow()).toMember
  expect(subjectOf(content!)).toBe(`3 new messages in ${enquiryId}`)
  expect(content).toContain('Third')
  expect(content).toContain(`https://desk.test/chats/${_id}`)
  await reply(agent, _id, 'Fourth')
  expect(await waiting(member)).toHaveLength(0)
  await member.post('/seen', { enquiry: _id, seq: 4 })
  await reply(agent, _id, 'Fifth')
  expect((await sendNow()).toMember.map(subjectOf)).toContain(`Aggie Agent wrote in ${enquiryId}`)
})

test('replies are mailed without an entry in the inbox to people who want only that', async () => {
  const { agent, member } = company
  await member.patch('/notification/choices', { reply: { inbox: false, mail: true } })
  const { _id } = await member.raise()
  await reply(agent, _id, 'Hello')
  await reply(agent, _id, 'Hello?')
  expect((await member.get('/notification')).body.data.docs).toEqual([])
  expect((await member.get('/unread')).body.data.notifications).toBe(0)
  expect((await sendNow()).toMember).toHaveLength(1)
})

test('changed choices apply to the next reply in a thread with unread replies', async () => {
  const { agent, member } = company
  const choose = (ways: object) => member.patch('/notification/choices', { reply: ways })
  const inbox = async () => (await member.get('/notification')).body.data.docs
  const { _id } = await member.raise()
  await choose({ inbox: false, mail: true })
  await reply(agent, _id, 'One')
  await choose({ inbox: true, mail: false })
  await reply(agent, _id, 'Two')
  expect(await inbox()).toMatchObject([{ count: 1, isRead: false }])
  await choose({ mail: true })
  await reply(agent, _id, 'Three')
  expect(await inbox()).toMatchObject([
    { count: 1, isRead: false },
    { count: 1, isRead: false },
  ])
  // One for the first reply, and one for the third.
  expect(await waiting(member)).toHaveLength(2)
})

test('nothing is mailed that the person has read, no longer wants, or may no longer see [D10.7]', async () => {
  const { agent, owner, member } = company
  const others = await Promise.all(['Dora', 'Emil', 'Fay', 'Gil'].map((name) => join(owner, 'agent', name)))
  for (const person of others) await confirmAddress(person)
  const [deactivated, demoted, moved, unassigned] = others as [Person, Person, Person, Person]
  await mailed(unassigned, 'assignment')
  const raised = await Promise.all([agent, ...others].map(() => member.raise()))
  const enquiryOf = (index: number) => raised[index]!._id
  // The mails wait until the reasons not to send them have arisen.
  await app.db.unsafe(`
    create function wait_for_test() returns trigger language plpgsql as $$
    begin new.next_attempt_at = now() + interval '1 hour'; return new; end $$;
    create trigger held before insert on mail_outbox for each row execute function wait_for_test()`)
  await mention(owner, enquiryOf(0), agent)
  await mention(owner, enquiryOf(1), deactivated)
  await mention(owner, enquiryOf(2), demoted)
  await mention(owner, enquiryOf(3), moved)
  await owner.patch('/enquiry', { id: enquiryOf(4), assignee: unassigned.user._id })
  const colleagues = [agent, ...others]
  for (const person of colleagues) expect(await waiting(person)).toHaveLength(1)

  await agent.post('/seen', { enquiry: enquiryOf(0), seq: 0, side: 'host' })
  await owner.patch(`/team/${deactivated.user._id}`, { isActive: false })
  await owner.patch(`/team/${demoted.user._id}`, { role: 'member' })
  await moved.patch('/notification/choices', { mention: { mail: false } })
  await owner.patch('/enquiry', { id: enquiryOf(4), assignee: null })
  await app.db`drop trigger held on mail_outbox`
  await sendNow()
  expect(colleagues.map((person) => about(person))).toEqual([[], [], [], [], []])
})

test('an unconfirmed address gets no mail, because it may belong to a stranger', async () => {
  const { owner, member } = company
  const newcomer = await join(owner, 'agent', 'Nina New')
  await mention(owner, (await member.raise())._id, newcomer)
  expect((await newcomer.get('/notification')).body.data.docs).toHaveLength(1)
  expect(await waiting(newcomer)).toHaveLength(0)
})

test('after sixty mails of a kind within an hour, no more are sent to a person, also to one who wants only mails', async () => {
  const { agent, owner, member } = company
  const { _id } = await member.raise()
  await app.db`
    insert into notification (company_id, user_id, kind, enquiry_id, by_id, in_inbox)
    select ${owner.user.company._id}, ${agent.user._id}, 'mention', ${_id}, ${owner.user._id}, false from generate_series(1, 59)`
  await agent.patch('/notification/choices', { mention: { inbox: false } })
  await mention(owner, _id, agent)
  await mention(owner, _id, agent)
  expect((await sendNow()).toAgent).toHaveLength(1)
})

test('a server without mail queues nothing', async () => {
  const silent = await testApp()
  const { agent, owner, member } = await people(silent)
  await silent.db`update app_user set email_confirmed_at = now()`
  await mention(owner, (await member.raise())._id, agent)
  expect(await silent.db`select from mail_outbox`).toHaveLength(0)
})
