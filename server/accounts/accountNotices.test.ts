import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { freePort } from '#server/database/embedded/embeddedPostgres.ts'
import { mailServer } from '#server/test/mail/mailServer.ts'
import {
  ask,
  confirmAddress,
  confirmedOwner,
  emailLinks,
  join,
  openEmailLink,
  password,
  registerOwner,
} from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'

const port = await freePort()
const app = await testApp({ SMTP_URL: `smtp://127.0.0.1:${port}`, PUBLIC_URL: 'http://desk.test/', APP_NAME: 'Desk' })

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'

function logIn(email: string, given: string, headers: Record<string, string> = {}) {
  return ask(app, { method: 'POST', url: '/auth/login', payload: { email, password: given }, headers })
}

/** The mails with this subject that an address has received. */
function withSubject(mail: Awaited<ReturnType<typeof mailServer>>, address: string, subject: string) {
  return mail.to(address).filter((content) => content.includes(`Subject: ${subject}`))
}

test('the old address is notified of a change, with a link that reverses it and ends all sessions [D12.3]', async () => {
  const mail = await mailServer(port)
  const owner = await confirmedOwner(app)
  const old = owner.user.email
  await owner.patch('/users', { email: `thief-${old}` })
  await waitFor(() => expect(withSubject(mail, old, 'Your email address on Desk was changed')).toHaveLength(1))
  const [content] = withSubject(mail, old, 'Your email address on Desk was changed')
  expect(content).toContain(`thief-${old}`)
  const token = /\/email\?token=([\w.-]+)/.exec(content!)![1]!
  const used = await openEmailLink(app, token)
  expect([used.status, used.body.data]).toMatchObject([200, { kind: 'revert', state: 'done', email: old }])

  expect((await owner.get('/auth/profile')).status).toBe(401)
  expect((await logIn(`thief-${old}`, password)).status).toBe(401)
  // The person who changed the address may know the password, so the owner has to choose a new one.
  expect((await logIn(old, password)).status).toBe(401)
  await ask(app, { method: 'POST', url: '/auth/forgot', payload: { email: old } })
  await waitFor(() => expect(withSubject(mail, old, 'Choose a new password for Desk')).toHaveLength(1))
})

test('the link sent to the first address reverses a chain of changes and invalidates the links in between', async () => {
  const owner = await confirmedOwner(app)
  const old = owner.user.email
  await owner.patch('/users', { email: `second-${old}` })
  await confirmAddress(owner)
  await owner.patch('/users', { email: `third-${old}` })
  const [first, second] = await emailLinks(owner, 'revert')
  expect((await openEmailLink(app, first!)).body.data.email).toBe(old)
  expect((await openEmailLink(app, second!)).status).toBe(404)
})

test('a change of the address can no longer be reversed after seven days', async () => {
  const owner = await confirmedOwner(app)
  await owner.patch('/users', { email: `${randomUUID()}@acme.test` })
  await app.db`update email_link set expires_at = expires_at - interval '7 days' where user_id = ${owner.user._id}`
  expect((await openEmailLink(app, (await emailLinks(owner, 'revert'))[0]!)).status).toBe(404)
})

test('an unconfirmed address gets no notices, because it may belong to a stranger', async () => {
  const owner = await registerOwner(app)
  await owner.patch('/users', { email: `moved-${owner.user.email}` })
  await logIn(`moved-${owner.user.email}`, password, { 'user-agent': firefox })
  expect(await emailLinks(owner, 'revert')).toEqual([])
  const notices = await app.db`
    select from mail_outbox where recipient like ${`%${owner.user.email}`} and purpose is null`
  expect(notices).toHaveLength(0)
})

test('a person is notified of a sign-in from a new device, but not from a known browser', async () => {
  const mail = await mailServer(port)
  const owner = await confirmedOwner(app)
  const signedIn = await logIn(owner.user.email, password, { 'user-agent': firefox })
  const notices = () => withSubject(mail, owner.user.email, 'New sign-in to Desk')
  await waitFor(() => expect(notices()).toHaveLength(1))
  expect(notices()[0]).toContain('Firefox on Linux, IP address 127.0.0.1')
  const { value } = signedIn.cookies.find(({ name }) => name === 'browser')!
  await logIn(owner.user.email, password, { 'user-agent': firefox, cookie: `browser=${value}` })
  await logIn(owner.user.email, password)
  await waitFor(() => expect(notices()).toHaveLength(2))
})

test('registering or renewing a session makes the browser a known one', async () => {
  const email = `${randomUUID()}@acme.test`
  const payload = { companyName: 'Acme', name: 'Olivia', email, password }
  const { cookies } = await ask(app, { method: 'POST', url: '/auth/register', payload })
  const valueOf = (name: string, of = cookies) => of.find((cookie) => cookie.name === name)?.value
  const [row] = await app.db<{ id: string }[]>`select id from app_user where email = ${email}`
  const known = async () => (await app.db`select from known_browser where user_id = ${row!.id}`).length
  await logIn(email, password, { cookie: `browser=${valueOf('browser')}` })
  expect(await known()).toBe(1)
  const renewed = await ask(app, {
    method: 'POST',
    url: '/auth/refresh',
    headers: { cookie: `refreshToken=${valueOf('refreshToken')}` },
  })
  expect(valueOf('browser', renewed.cookies)).toMatch(/^[\w-]{43}$/)
  expect(await known()).toBe(2)
})

test('a person is notified that their password was changed, and other browsers are no longer known', async () => {
  const mail = await mailServer(port)
  const owner = await confirmedOwner(app)
  await owner.post('/auth/password', { currentPassword: password, newPassword: 'an even better password' })
  const subject = 'Your password for Desk was changed'
  await waitFor(() => expect(withSubject(mail, owner.user.email, subject)).toHaveLength(1))
  expect(await app.db`select from known_browser where user_id = ${owner.user._id}`).toHaveLength(0)
})

test('a person is notified that an owner has made a link to choose a new password for them', async () => {
  const mail = await mailServer(port)
  const owner = await confirmedOwner(app)
  const [agent, unconfirmed] = [await join(owner, 'agent'), await join(owner, 'member')]
  await confirmAddress(agent)
  await owner.post(`/team/${unconfirmed.user._id}/reset-link`, {})
  const { body } = await owner.post(`/team/${agent.user._id}/reset-link`, {})
  const subject = 'A link to a new password for Desk was created'
  await waitFor(() => expect(withSubject(mail, agent.user.email, subject)).toHaveLength(1))
  const [notice] = withSubject(mail, agent.user.email, subject)
  expect(notice).toContain('Olivia Owner')
  expect(notice).not.toContain(body.data.token)
  expect(withSubject(mail, unconfirmed.user.email, subject)).toEqual([])
})
