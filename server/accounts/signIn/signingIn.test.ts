import { expect, test } from 'vitest'
import { SignedIn, User } from '#contract/accounts.ts'
import { ask, password, people, registerOwner } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'

const app = await testApp()
const { owner, agent, member, viewer } = await people(app)

function register(payload: object, url = '/auth/register') {
  return ask(app, { method: 'POST', url, payload })
}

function logIn(payload: object, url = '/auth/login') {
  return ask(app, { method: 'POST', url, payload })
}

test('registering a company makes the person its owner and signs them in [S7.12] [D6.2] [S3.4]', async () => {
  const { status, body } = await register({ companyName: 'Baker Ltd', name: 'Ben', email: 'ben@baker.test', password })
  expect(status).toBe(201)
  const { userData } = SignedIn.parse(body.data)
  expect(userData).toMatchObject({
    name: 'Ben',
    email: 'ben@baker.test',
    role: 'owner',
    profilePic: null,
    company: { companyName: 'Baker Ltd', logo: null },
  })
})

test('signing in ignores the token of a session that has ended, or of another person [S6.1] [S7.11]', async () => {
  const payload = { email: owner.user.email, password }
  const other = await registerOwner(app)
  for (const token of ['made-up', '', other.accessToken]) {
    const headers = { authorization: `Bearer ${token}` }
    const { status, body } = await ask(app, { method: 'POST', url: '/auth/login', payload, headers })
    expect([status, body.data.userData._id]).toEqual([200, owner.user._id])
  }
})

test('/jwt/register and /auth/me behave like /auth/register and /auth/profile [D7.2]', async () => {
  const { status, body } = await register(
    { companyName: 'Candle Ltd', name: 'Cleo', email: 'cleo@candle.test', password },
    '/jwt/register',
  )
  expect(status).toBe(201)
  const authorization = `Bearer ${body.data.accessToken}`
  const me = await ask(app, { method: 'GET', url: '/auth/me', headers: { authorization } })
  const profile = await ask(app, { method: 'GET', url: '/auth/profile', headers: { authorization } })
  expect(me.body.data).toEqual(profile.body.data)
  expect(me.body.data).toEqual(body.data.userData)
})

test('other people join with an invitation, in its role, and each invitation works once [S7.12] [D6.2]', async () => {
  expect([agent, member, viewer].map(({ user }) => user.role)).toEqual(['agent', 'member', 'viewer'])
  expect(member.user.company).toEqual(owner.user.company)

  const invited = await owner.post('/invitations', { email: 'new@acme.test', role: 'member' })
  const joining = { invitation: invited.body.data.invitation, name: 'New', password }
  expect((await register(joining)).body.data.userData.email).toBe('new@acme.test')
  expect((await register({ ...joining, name: 'Again' })).status).toBe(404)
})

test('an expired or made-up invitation is refused [S7.12]', async () => {
  const invited = await owner.post('/invitations', { email: 'late@acme.test', role: 'member' })
  await app.db`update invitation set expires_at = now() - interval '1 second' where email = 'late@acme.test'`
  expect((await register({ invitation: invited.body.data.invitation, name: 'Late', password })).status).toBe(404)
  expect((await register({ invitation: 'made.up.token', name: 'Late', password })).status).toBe(404)
})

test('only an owner can invite people [D6.2]', async () => {
  for (const person of [agent, member, viewer]) {
    expect((await person.post('/invitations', { email: 'x@acme.test', role: 'owner' })).status).toBe(403)
  }
})

test('an email address has one account, regardless of case and spaces [S7.12]', async () => {
  const again = await register({ companyName: 'X', name: 'X', email: ` ${owner.user.email.toUpperCase()} `, password })
  expect(again.status).toBe(409)
  expect(again.body.errors?.email).toMatch(/already has an account/)
})

test('of two simultaneous registrations with one address one succeeds, and the other leaves nothing behind', async () => {
  const input = { companyName: 'Twice Ltd', name: 'Twin', email: 'twin@twice.test', password }
  const responses = await Promise.all([register(input), register(input)])
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409])
  const companies = await app.db`select 1 from company where name = 'Twice Ltd'`
  expect(companies).toHaveLength(1)
})

test('signing in returns a token and the user [S7.11]', async () => {
  const { status, body } = await logIn({ email: owner.user.email, password })
  expect(status).toBe(200)
  expect(SignedIn.parse(body.data).userData).toEqual(owner.user)
})

test('the profile is the signed-in user [S7.10]', async () => {
  const { body } = await member.get('/auth/profile')
  expect(User.parse(body.data)).toEqual(member.user)
})

async function timed(payload: object) {
  const start = performance.now()
  const { status, body } = await logIn(payload)
  return { milliseconds: performance.now() - start, status, message: body.message }
}

test('a wrong password and an unknown address get the same response, neither sooner than 300 ms', async () => {
  const ashley = await registerOwner(app, { email: 'ashley@acme.test' })
  const known = await timed({ email: ashley.user.email, password: 'not this one' })
  const unknown = await timed({ email: 'nobody@nowhere.test', password: 'not this one' })
  expect(known).toMatchObject({ status: 401, message: unknown.message })
  expect(unknown.status).toBe(401)
  // Timers may fire a millisecond early.
  for (const { milliseconds } of [known, unknown]) expect(milliseconds).toBeGreaterThan(298)
})

test('passwords are stored as Argon2id hashes', async () => {
  const [row] = await app.db`select password_hash from app_user where id = ${owner.user._id}`
  expect(row!.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('after five failures a sign-in has to wait, even with the correct password', async () => {
  const sloppy = await registerOwner(app, { email: 'sloppy@acme.test' })
  const attempt = (guess: string) => logIn({ email: sloppy.user.email, password: guess })
  for (let failure = 1; failure <= 5; failure++) expect((await attempt('wrong again')).status).toBe(401)

  const refused = await attempt(password)
  expect(refused.status).toBe(429)
  expect(refused.body.code).toBe('too-many-requests')
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)

  await app.db`update sign_in_failure set blocked_until = now()`
  expect((await attempt(password)).status).toBe(200)
})

/** Simultaneous wrong guesses at this many accounts. */
async function guessAt(accounts: number, remoteAddress: (account: number) => string = () => '127.0.0.1') {
  const guesses = Array.from({ length: accounts }, (_, account) =>
    logInFrom(remoteAddress(account), { email: `guess${account}@acme.test`, password: 'password1' }),
  )
  return (await Promise.all(guesses)).map(({ status }) => status)
}

function logInFrom(remoteAddress: string, payload: object, headers: Record<string, string> = {}) {
  return ask(app, { method: 'POST', url: '/auth/login', payload, remoteAddress, headers })
}

test('guessing at a hundred accounts from one address is slowed down, and simultaneous guesses gain nothing', async () => {
  await app.db`delete from sign_in_failure`
  const statuses = await guessAt(110)
  expect(statuses.filter((status) => status === 401)).toHaveLength(100)
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)
  await app.db`delete from sign_in_failure`
})

test('guessing from many addresses of one /64 IPv6 network is slowed down like guessing from one address', async () => {
  await app.db`delete from sign_in_failure`
  const wrong = { email: 'one-more@acme.test', password: 'password1' }
  expect(new Set(await guessAt(100, (account) => `2001:db8::${account + 1}`))).toEqual(new Set([401]))
  expect((await logInFrom('2001:db8::ffff:1', wrong)).status).toBe(429)
  expect((await logInFrom('2001:db8:0:1::1', wrong)).status).toBe(401)
  await app.db`delete from sign_in_failure`
})

test('many simultaneous correct sign-ins from one office all succeed', async () => {
  await app.db`delete from sign_in_failure`
  const attempts = Array.from({ length: 40 }, () => logIn({ email: owner.user.email, password }))
  const statuses = (await Promise.all(attempts)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200]))
})

test('failed attempts lock out neither the account from other addresses nor other accounts in the same office [D12.5]', async () => {
  await app.db`delete from sign_in_failure`
  const wrong = { email: owner.user.email, password: 'not this one' }
  const attempts = await Promise.all(Array.from({ length: 60 }, () => logInFrom('192.0.2.1', wrong)))
  expect(attempts.filter(({ status }) => status === 429)).toHaveLength(55)
  expect((await logInFrom('192.0.2.1', { email: owner.user.email, password })).status).toBe(429)
  expect((await logInFrom('192.0.2.2', { email: owner.user.email, password })).status).toBe(200)
  expect((await logInFrom('192.0.2.1', { email: agent.user.email, password })).status).toBe(200)
})

test('a known browser can sign in while others guess from the same address [D12.5]', async () => {
  await app.db`delete from sign_in_failure`
  const signedIn = await logInFrom('192.0.2.3', { email: owner.user.email, password })
  const { name, value } = signedIn.cookies.find((cookie) => cookie.name === 'browser')!
  const known = { cookie: `${name}=${value}` }
  for (let guess = 0; guess < 6; guess++) {
    await logInFrom('192.0.2.3', { email: owner.user.email, password: 'not this one' })
  }
  expect((await logInFrom('192.0.2.3', { email: owner.user.email, password })).status).toBe(429)
  expect((await logInFrom('192.0.2.3', { email: owner.user.email, password }, known)).status).toBe(200)
  expect((await logInFrom('192.0.2.3', { email: agent.user.email, password: 'not this one' }, known)).status).toBe(401)
})

test('guesses from a known browser are slowed down too', async () => {
  await app.db`delete from sign_in_failure`
  const { cookies } = await logIn({ email: owner.user.email, password })
  const { name, value } = cookies.find((cookie) => cookie.name === 'browser')!
  const known = { cookie: `${name}=${value}` }
  const guess = (given: string) => logInFrom('192.0.2.4', { email: owner.user.email, password: given }, known)
  const guesses = await Promise.all(Array.from({ length: 7 }, () => guess('not this one')))
  expect(guesses.filter(({ status }) => status === 401)).toHaveLength(5)
  expect((await guess(password)).status).toBe(429)
  await app.db`delete from sign_in_failure`
})
