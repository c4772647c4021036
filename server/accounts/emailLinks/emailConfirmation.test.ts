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
  type Person,
  registerOwner,
} from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'

const port = await freePort()
const app = await testApp({ SMTP_URL: `smtp://127.0.0.1:${port}`, PUBLIC_URL: 'https://desk.test/', APP_NAME: 'Desk' })
const mailless = await testApp()

const newAddress = () => `${randomUUID()}@acme.test`
const tokenIn = (content: string) => /https:\/\/desk\.test\/email\?token=([\w.-]+)/.exec(content)?.[1]

function register(email: string, fields: object = {}) {
  const payload = { companyName: 'Acme', name: 'Olivia Owner', email, password, ...fields }
  return ask(app, { method: 'POST', url: '/auth/register', payload })
}

function logIn(email: string, given: string, fields: object = {}) {
  return ask(app, { method: 'POST', url: '/auth/login', payload: { email, password: given, ...fields } })
}

function stateOf(token: string) {
  return ask(app, { method: 'POST', url: '/auth/email-links/state', payload: { token } })
}

async function profileOf(person: Person) {
  return (await person.get('/auth/profile')).body.data
}

test('a person who registers confirms their address with a mailed link [D12.3]', async () => {
  const mail = await mailServer(port)
  const owner = await registerOwner(app)
  expect(owner.user.mustConfirmEmail).toBe(true)
  await waitFor(() => expect(mail.to(owner.user.email)).toHaveLength(1))
  const [content] = mail.to(owner.user.email)
  expect(content).toContain('Subject: Confirm your email address for Desk')
  const token = tokenIn(content!)!
  const link = {
    kind: 'confirm',
    email: owner.user.email,
    name: 'Olivia Owner',
    companyName: 'Acme',
    replacesPassword: false,
  }
  expect((await stateOf(token)).body.data).toEqual({ ...link, state: 'open' })
  const used = await openEmailLink(app, token)
  expect([used.status, used.body]).toEqual([
    200,
    { message: 'Email address confirmed', data: { ...link, state: 'done' } },
  ])
  expect((await profileOf(owner)).mustConfirmEmail).toBe(false)
  expect((await openEmailLink(app, token)).status).toBe(200)
})

test('people who join by invitation or change their address confirm it too [D12.3]', async () => {
  const owner = await confirmedOwner(app)
  const member = await join(owner, 'member')
  expect(member.user.mustConfirmEmail).toBe(true)
  await confirmAddress(member)
  const email = newAddress()
  const changed = await member.patch('/users', { email })
  expect(changed.body).toMatchObject({
    message: `Profile saved. We have sent a link to ${email}`,
    data: { email, mustConfirmEmail: true },
  })
  expect((await member.patch('/users', { email, name: 'Manny' })).body.message).toBe('Profile saved')
  await confirmAddress(member)
  expect(await profileOf(member)).toMatchObject({ email, mustConfirmEmail: false })
})

test('an unconfirmed account cannot invite anyone, and the message says what to do [D12.3]', async () => {
  const owner = await registerOwner(app)
  const email = newAddress()
  const invite = () => owner.post('/invitations', { email, role: 'member' })
  const refused = await invite()
  expect([refused.status, refused.body.message]).toEqual([
    403,
    `Confirm your email address first: open the link in the email that we sent to ${owner.user.email}`,
  ])
  const mails = await app.db`select from mail_outbox where recipient = ${email}`
  expect(mails).toHaveLength(0)
  await confirmAddress(owner)
  expect((await invite()).status).toBe(201)
})

test('the first person to confirm an address gets it, even if others registered with it earlier [D12.3]', async () => {
  const email = newAddress()
  const squatter = await registerOwner(app, { email, companyName: 'Squatters' })
  const holder = await registerOwner(app, { email, companyName: 'Holders' })
  const [squattersLink] = await emailLinks(squatter, 'confirm')
  await confirmAddress(holder)
  expect((await profileOf(holder)).mustConfirmEmail).toBe(false)
  expect((await stateOf(squattersLink!)).body.data.state).toBe('claimed')
  expect((await openEmailLink(app, squattersLink!)).status).toBe(409)
  expect((await profileOf(squatter)).mustConfirmEmail).toBe(true)
})

test('if two accounts confirm one address simultaneously, only one gets it', async () => {
  const email = newAddress()
  const both = [await registerOwner(app, { email }), await registerOwner(app, { email })]
  const links = await Promise.all(both.map(async (owner) => (await emailLinks(owner, 'confirm'))[0]!))
  const responses = await Promise.all(links.map((link) => openEmailLink(app, link)))
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('people who have left a company can use their address for another account', async () => {
  const owner = await confirmedOwner(app)
  const leaver = await join(owner, 'member')
  await confirmAddress(leaver)
  await owner.patch(`/team/${leaver.user._id}`, { isActive: false })
  const again = await registerOwner(app, { email: leaver.user.email })
  await confirmAddress(again)
  expect((await profileOf(again)).mustConfirmEmail).toBe(false)
})

test('a link is refused if it has expired or the account has a different address by now', async () => {
  const owner = await registerOwner(app)
  const [first] = await emailLinks(owner, 'confirm')
  await owner.patch('/users', { email: newAddress() })
  expect((await openEmailLink(app, first!)).status).toBe(404)
  const [, second] = await emailLinks(owner, 'confirm')
  await app.db`update email_link set expires_at = now() where user_id = ${owner.user._id}`
  expect((await stateOf(second!)).body.data.state).toBe('expired')
  expect((await openEmailLink(app, second!)).status).toBe(404)
  expect((await openEmailLink(app, 'not.a.token')).status).toBe(404)
})

test('people can request the link again, once a minute, up to three links a day', async () => {
  const owner = await registerOwner(app)
  const again = () => owner.post('/auth/confirmation', {})
  const early = await again()
  expect([early.status, Number(early.headers['retry-after'])]).toEqual([429, expect.any(Number)])
  const sent = []
  for (let link = 2; link <= 4; link++) {
    await app.db`update email_link set created_at = created_at - interval '2 minutes' where user_id = ${owner.user._id}`
    sent.push((await again()).status)
  }
  expect(sent).toEqual([200, 200, 429])
  await confirmAddress(owner)
  expect((await again()).status).toBe(409)
})

test('one address gets at most three mails a day, even if different people request them', async () => {
  const mail = await mailServer(port)
  const email = newAddress()
  for (let account = 0; account < 5; account++) await register(email)
  await expect.poll(() => app.db`select from mail_outbox where recipient = ${email}`).toHaveLength(0)
  expect(mail.to(email)).toHaveLength(3)
})

/** The visible parts of a response, without the ids and secrets that differ in every response. */
function shapeOf({ status, body, headers }: Awaited<ReturnType<typeof ask>>, ...secrets: string[]) {
  const text = secrets.reduce((shown, secret) => shown.replaceAll(secret, '…'), JSON.stringify(body))
  const uniform = text.replaceAll(/"(_id|accessToken|invitation|expiresAt)":"[^"]+"/g, '"$1":"…"')
  return { status, body: uniform, headers: Object.keys(headers).filter((name) => name !== 'content-length') }
}

test('registration, invitation and address change respond alike for addresses with and without an account [D12.5]', async () => {
  const known = (await confirmedOwner(app)).user.email
  const unknown = newAddress()
  const owner = await confirmedOwner(app)
  const shapes = []
  for (const email of [known, unknown]) {
    const mover = await confirmedOwner(app, { name: 'Moe' })
    const invited = await owner.post('/invitations', { email, role: 'member' })
    const joining = { invitation: invited.body.data.invitation, name: 'June', password }
    shapes.push({
      register: shapeOf(await register(email), email),
      invite: shapeOf(invited, email),
      join: shapeOf(await ask(app, { method: 'POST', url: '/auth/register', payload: joining }), email),
      change: shapeOf(await mover.patch('/users', { email }), email, mover.user._id, mover.user.company._id),
    })
  }
  expect(shapes[0]).toEqual(shapes[1])
  expect(shapes[0]!.register.status).toBe(201)
})

test('only the owner of an address is informed, by mail, that someone registered with it again', async () => {
  const mail = await mailServer(port)
  const owner = await confirmedOwner(app)
  await register(owner.user.email, { companyName: 'Second Ltd', password: 'another good password' })
  const letters = () => mail.to(owner.user.email).filter((content) => content.includes('already have an account'))
  await waitFor(() => expect(letters()).toHaveLength(1))
  expect(letters()[0]).not.toContain('Second Ltd')
  expect(tokenIn(letters()[0]!)).toBeUndefined()
  expect((await profileOf(owner)).mustConfirmEmail).toBe(false)
})

test('accounts sharing an unconfirmed address sign in with their own passwords; a shared password asks which account [S7.11]', async () => {
  const email = newAddress()
  const first = await registerOwner(app, { email, companyName: 'First' })
  const second = await registerOwner(app, { email, companyName: 'Second' })
  await register(email, { companyName: 'Third', password: 'the password of the third' })
  expect((await logIn(email, 'the password of the third')).body.data.userData.company.companyName).toBe('Third')

  const ambiguous = await logIn(email, password)
  expect([ambiguous.status, ambiguous.body.code]).toEqual([409, 'choose-company'])
  const companies = [first, second].map(({ user: { company } }) => ({
    _id: company._id,
    companyName: company.companyName,
  }))
  expect(ambiguous.body.data).toEqual(companies)
  const chosen = await logIn(email, password, { company: companies[1]!._id })
  expect(chosen.body.data.userData).toEqual(second.user)
  expect((await logIn(email, 'not this one', { company: companies[1]!._id })).status).toBe(401)
})

test('a password reset for an unconfirmed address sends one mail with a link for each account', async () => {
  const mail = await mailServer(port)
  const email = newAddress()
  for (const companyName of ['First', 'Second']) await registerOwner(app, { email, companyName })
  await ask(app, { method: 'POST', url: '/auth/forgot', payload: { email } })
  const letters = () => mail.to(email).filter((content) => content.includes('/reset?token='))
  await waitFor(() => expect(letters()).toHaveLength(1))
  // Two links, each as text and as HTML.
  expect(letters()[0]!.match(/Choose a new password for the account of \d+ \w+ \d{4}/g)).toHaveLength(4)
})

test('without mail nobody has to confirm their address, and each address has one account', async () => {
  const owner = await registerOwner(mailless)
  expect(owner.user.mustConfirmEmail).toBe(false)
  expect((await owner.post('/invitations', { email: newAddress(), role: 'member' })).status).toBe(201)
  expect((await owner.post('/auth/confirmation', {})).status).toBe(409)
  const again = { companyName: 'X', name: 'X', email: owner.user.email, password }
  expect((await ask(mailless, { method: 'POST', url: '/auth/register', payload: again })).status).toBe(409)
})
