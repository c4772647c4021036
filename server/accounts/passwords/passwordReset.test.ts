import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { confirmationPurpose } from '#server/accounts/accountMailer.ts'
import { userCommand } from '#server/commands/running/userCommand.ts'
import { urlOf } from '#server/database/connecting/connectionUrl.ts'
import { freePort } from '#server/database/embedded/embeddedPostgres.ts'
import { mailServer } from '#server/test/mail/mailServer.ts'
import { ask, confirmedOwner, people, password, type Person, registerOwner } from '#server/test/people.ts'
import { secondServer, testApp, type TestApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'
import { makeResets } from './passwordReset.ts'

const port = await freePort()
const app = await testApp({ SMTP_URL: `smtp://127.0.0.1:${port}`, PUBLIC_URL: 'https://desk.test/', APP_NAME: 'Desk' })
const mailless = await testApp()

function forgot(email: string, test_: TestApp = app) {
  return ask(test_, { method: 'POST', url: '/auth/forgot', payload: { email } })
}

function reset(token: string, newPassword = 'quite another one') {
  return ask(app, { method: 'POST', url: '/auth/reset', payload: { token, newPassword } })
}

function logIn({ user }: Person, given: string) {
  return ask(app, { method: 'POST', url: '/auth/login', payload: { email: user.email, password: given } })
}

async function tokenFor({ user }: Person) {
  return (await app.db.begin((tx) => makeResets(tx, user.email)))[0]!.token
}

async function waitingMails() {
  return app.db<{ recipient: string; attempts: number; pause: number; lastError: string | null }[]>`
    select recipient, attempts, last_error,
      extract(epoch from next_attempt_at - clock_timestamp())::float8 as pause
    from mail_outbox where purpose is distinct from ${confirmationPurpose} order by recipient`
}

/** The mails with a reset link that a person has received. */
function resetsTo(mail: Awaited<ReturnType<typeof mailServer>>, { user }: Person) {
  return mail.to(user.email).filter(linkIn)
}

// Removes the mails of the invitations with which a test's people have joined.
beforeEach(async () => {
  await app.db`delete from mail_outbox`
})

const messageId = (content: string) => /^Message-ID: (.*)$/im.exec(content)![1]
const linkIn = (content: string) => /https:\/\/desk\.test\/reset\?token=([\w.-]+)/.exec(content)?.[1]

test('a person who forgot their password gets a mailed link, in text and HTML, and chooses a new one', async () => {
  const mail = await mailServer(port)
  const person = await confirmedOwner(app, { name: 'Olivia <b>&Co' })
  const { status, body } = await forgot(person.user.email.toUpperCase())
  expect([status, body.message]).toEqual([200, 'If this address has an account, a link is on its way'])
  await waitFor(() => expect(resetsTo(mail, person)).toHaveLength(1))
  const [content] = resetsTo(mail, person)
  expect(content).toContain('Subject: Choose a new password for Desk')
  expect(content).toMatch(/From: "?Desk"? <no-reply@desk\.test>/)
  expect(content).toContain('Content-Type: text/plain')
  expect(content).toContain('Content-Type: text/html')
  expect(content).toContain('Hello Olivia &lt;b&gt;&amp;Co,')
  expect((await reset(linkIn(content!)!)).status).toBe(200)
  expect((await person.get('/auth/profile')).status).toBe(401)
  expect((await logIn(person, password)).status).toBe(401)
  expect((await logIn(person, 'quite another one')).status).toBe(200)
  await expect.poll(waitingMails).toEqual([])
})

test('the response is the same for an address without an account, and no mail is sent', async () => {
  const person = await confirmedOwner(app)
  const [known, unknown] = [await forgot(person.user.email), await forgot('nobody@acme.test')]
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
  await expect.poll(async () => (await waitingMails()).map(({ recipient }) => recipient)).toEqual([person.user.email])
})

test('the request is stored before the response, and the link’s hour starts when the mail is sent', async () => {
  const person = await confirmedOwner(app)
  await forgot(person.user.email)
  expect((await waitingMails()).map(({ recipient }) => recipient)).toEqual([person.user.email])
  // Simulates an outage of five hours.
  await expect.poll(async () => (await waitingMails())[0]!.lastError).not.toBeNull()
  await app.db`update mail_outbox set created_at = created_at - interval '5 hours'`
  await app.db`update password_reset set expires_at = expires_at - interval '5 hours'`
  const mail = await mailServer(port)
  await app.db`update mail_outbox set next_attempt_at = now()`
  await waitFor(() => expect(resetsTo(mail, person)).toHaveLength(1))
  expect((await reset(linkIn(resetsTo(mail, person)[0]!)!)).status).toBe(200)
})

test('if the server stops between sending a mail and recording it, the same mail is sent again later', async () => {
  const mail = await mailServer(port)
  const person = await confirmedOwner(app)
  // The lock delays the sending, so that the test can read the id of the mail first.
  const id = await app.db.begin(async (tx) => {
    await tx`lock table password_reset in access exclusive mode`
    await forgot(person.user.email)
    const [row] = await tx<{ id: string }[]>`
      select id from mail_outbox where recipient = ${person.user.email} and purpose = 'password reset'`
    return row!.id
  })
  await waitFor(() => expect(resetsTo(mail, person)).toHaveLength(1))
  await expect.poll(waitingMails).toEqual([])
  await app.db`
    insert into mail_outbox (id, recipient, purpose, attempts, next_attempt_at, expires_at)
    values (${id}, ${person.user.email}, 'password reset', 1, now(), now() + interval '1 hour')`
  await waitFor(() => expect(resetsTo(mail, person)).toHaveLength(2))
  const [first, second] = resetsTo(mail, person)
  expect(messageId(second!)).toBe(messageId(first!))
  expect(linkIn(second!)).toBe(linkIn(first!))
})

test('an expired mail is dropped instead of sent', async () => {
  const owner = await confirmedOwner(app)
  await owner.post('/invitations', { email: 'stale@acme.test', role: 'agent' })
  await expect.poll(async () => (await waitingMails())[0]!.lastError).not.toBeNull()
  await app.db`update mail_outbox set expires_at = now(), next_attempt_at = now()`
  const mail = await mailServer(port)
  await owner.post('/invitations', { email: 'fresh@acme.test', role: 'agent' })
  await waitFor(() => expect(mail.to('fresh@acme.test')).toHaveLength(1))
  expect(mail.to('stale@acme.test')).toEqual([])
  await expect.poll(waitingMails).toEqual([])
})

test('a mail that only a newer server can write stays in the outbox', async () => {
  await mailServer(port)
  await app.db`
    insert into mail_outbox (id, recipient, purpose, expires_at)
    values (${randomUUID()}, 'later@acme.test', 'a newer purpose', now() + interval '1 hour')`
  await forgot('nobody@acme.test')
  await expect.poll(async () => (await waitingMails())[0]?.lastError).toBe('other')
  expect((await waitingMails())[0]).toMatchObject({ recipient: 'later@acme.test' })
})

test('the mail of a withdrawn or replaced invitation is not sent', async () => {
  const owner = await confirmedOwner(app)
  const invite = async (email: string) => (await owner.post('/invitations', { email, role: 'agent' })).body.data
  const withdrawn = await invite('withdrawn@acme.test')
  await invite('replaced@acme.test')
  const last = await invite('replaced@acme.test')
  await owner.delete(`/invitations/${withdrawn._id}`)
  const rows = await app.db`select recipient, about_id from mail_outbox where purpose is null`
  expect(rows).toEqual([{ recipient: 'replaced@acme.test', aboutId: last._id }])
})

test('the team page shows why an invitation mail failed, and a permanent refusal is not retried', async () => {
  await mailServer(port, { refuses: 'nobody@acme.test' })
  const owner = await confirmedOwner(app)
  const mailFailure = async () => (await owner.get('/team')).body.data.invitations[0].mailFailure
  await owner.post('/invitations', { email: 'nobody@acme.test', role: 'agent' })
  await expect.poll(mailFailure).toMatchObject({ isFinal: true })
  const [row] = await app.db`select attempts, next_attempt_at = 'infinity' as is_over from mail_outbox`
  expect(row).toEqual({ attempts: 1, isOver: true })
})

test('a link works once, even for simultaneous requests, and invalidates the person’s other links', async () => {
  const person = await confirmedOwner(app)
  const [first, second] = [await tokenFor(person), await tokenFor(person)]
  const responses = await Promise.all([reset(first), reset(first, 'yet another one')])
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 404])
  expect((await reset(second)).status).toBe(404)
  expect((await reset(`${second}x`)).status).toBe(404)
  expect((await reset('not.a.token')).body.message).toBe('This link has been used or has expired. Ask for a new one')
})

test('an expired link is refused, and so is a deactivated person’s link', async () => {
  const { owner, agent, member } = await people(app)
  const [expired, gone] = [await tokenFor(agent), await tokenFor(member)]
  await app.db`update password_reset set expires_at = now() where user_id = ${agent.user._id}`
  await owner.patch(`/team/${member.user._id}`, { isActive: false })
  expect([(await reset(expired)).status, (await reset(gone)).status]).toEqual([404, 404])
  expect(await app.db.begin((tx) => makeResets(tx, member.user.email))).toEqual([])
})

test('a changed password or address invalidates earlier links', async () => {
  const [first, second] = [await confirmedOwner(app), await confirmedOwner(app)]
  const tokens = [await tokenFor(first), await tokenFor(second)]
  await first.post('/auth/password', { currentPassword: password, newPassword: 'a newer one' })
  await second.patch('/users', { email: `moved-${second.user.email}` })
  expect([(await reset(tokens[0]!)).status, (await reset(tokens[1]!)).status]).toEqual([404, 404])
})

test('the operator gets a link to pass on, or an error for an unknown address', async () => {
  const lines: string[] = []
  const settings = { DATABASE_URL: urlOf(app.connection), PUBLIC_URL: 'https://desk.test/' }
  const askFor = (email: string) => userCommand(['reset-password', email], settings, (line) => lines.push(line))
  const person = await confirmedOwner(app)
  await askFor(person.user.email)
  expect((await reset(linkIn(lines.join('\n'))!)).status).toBe(200)
  await expect(askFor('nobody@acme.test')).rejects.toThrow('No active account has the address nobody@acme.test')
})

test('a person has at most three valid links, so that nobody can fill their mailbox', async () => {
  const person = await confirmedOwner(app)
  for (let again = 0; again < 3; again++) await tokenFor(person)
  expect(await app.db.begin((tx) => makeResets(tx, person.user.email))).toEqual([])
})

test('the database does not store the secret of a link', async () => {
  const person = await confirmedOwner(app)
  const secret = (await tokenFor(person)).split('.')[2]!
  const [rows] = await app.db`select jsonb_agg(r)::text as resets from password_reset r`
  expect(rows!.resets).not.toContain(secret)
})

test('a server that sends no mail says so, with and without an account', async () => {
  const person = await registerOwner(mailless)
  for (const email of [person.user.email, 'nobody@acme.test']) {
    const { status, body } = await forgot(email, mailless)
    expect([status, body.message]).toEqual([
      503,
      'This server does not send email. Ask an owner of your company for a link to choose a new password',
    ])
  }
})

test('an invitation is mailed with its link', async () => {
  const mail = await mailServer(port)
  const owner = await confirmedOwner(app)
  const { body } = await owner.post('/invitations', { email: 'nora@acme.test', role: 'agent' })
  expect(body.data.isMailed).toBe(true)
  await waitFor(() => expect(mail.to('nora@acme.test')).toHaveLength(1))
  expect(mail.to('nora@acme.test')[0]).toContain(`https://desk.test/register?invitation=${body.data.invitation}`)
})

test('mails survive an outage of the mail server and are retried at growing intervals', async () => {
  const owner = await confirmedOwner(app)
  await owner.post('/invitations', { email: 'late@acme.test', role: 'agent' })
  // While a mail is being sent, its next attempt is far in the future.
  const failed = async (attempts: number) =>
    (await waitingMails()).filter((mail) => mail.attempts === attempts && mail.lastError && mail.pause < 60)
  await expect.poll(async () => (await failed(1)).length).toBe(1)
  expect((await failed(1))[0]!.pause).toBeLessThanOrEqual(15)
  await app.db`update mail_outbox set next_attempt_at = now()`
  await expect.poll(async () => (await failed(2)).length).toBe(1)
  expect((await failed(2))[0]!.pause).toBeGreaterThan(15)
  const mail = await mailServer(port)
  await app.db`update mail_outbox set next_attempt_at = now()`
  await waitFor(() => expect(mail.to('late@acme.test')).toHaveLength(1))
  await expect.poll(waitingMails).toEqual([])
}, 60_000)

test('with two servers each mail is sent once', async () => {
  const other = await secondServer(app)
  const mail = await mailServer(port)
  const owner = await confirmedOwner(app)
  const names = Array.from({ length: 20 }, (_, number) => `person-${number}@acme.test`)
  await other.app.ready()
  await Promise.all(names.map((email) => owner.post('/invitations', { email, role: 'viewer' })))
  await expect.poll(waitingMails).toEqual([])
  for (const name of names) expect(mail.to(name)).toHaveLength(1)
})
