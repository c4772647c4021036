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

test('whoever registers a company is its owner and is signed in [S7.12] [D6.2] [S3.4]', async () => {
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

test('/jwt/register and /auth/me do what /auth/register and /auth/profile do [D7.2]', async () => {
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

test('others join by an invitation, in the role it names, and only once [S7.12] [D6.2]', async () => {
  expect([agent, member, viewer].map(({ user }) => user.role)).toEqual(['agent', 'member', 'viewer'])
  expect(member.user.company).toEqual(owner.user.company)

  const invited = await owner.post('/invitations', { email: 'new@acme.test', role: 'member' })
  const joining = { invitation: invited.body.data.invitation, name: 'New', password }
  expect((await register(joining)).body.data.userData.email).toBe('new@acme.test')
  expect((await register({ ...joining, name: 'Again' })).status).toBe(404)
})

test('an expired or invented invitation is refused [S7.12]', async () => {
  const invited = await owner.post('/invitations', { email: 'late@acme.test', role: 'member' })
  await app.db`update invitation set expires_at = now() - interval '1 second' where email = 'late@acme.test'`
  expect((await register({ invitation: invited.body.data.invitation, name: 'Late', password })).status).toBe(404)
  expect((await register({ invitation: 'made.up.token', name: 'Late', password })).status).toBe(404)
})

test('only an owner invites [D6.2]', async () => {
  for (const person of [agent, member, viewer]) {
    expect((await person.post('/invitations', { email: 'x@acme.test', role: 'owner' })).status).toBe(403)
  }
})

test('an email address has one account, however it is written [S7.12]', async () => {
  const again = await register({ companyName: 'X', name: 'X', email: ` ${owner.user.email.toUpperCase()} `, password })
  expect(again.status).toBe(409)
  expect(again.body.errors?.email).toMatch(/already has an account/)
})

test('of two registrations of one address at the same moment one wins, and the other leaves nothing', async () => {
  const input = { companyName: 'Twice Ltd', name: 'Twin', email: 'twin@twice.test', password }
  const answers = await Promise.all([register(input), register(input)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
  const companies = await app.db`select 1 from company where name = 'Twice Ltd'`
  expect(companies).toHaveLength(1)
})

test('signing in answers with a token and the user [S7.11]', async () => {
  const { status, body } = await logIn({ email: owner.user.email, password })
  expect(status).toBe(200)
  expect(SignedIn.parse(body.data).userData).toEqual(owner.user)
})

test('the profile is the user [S7.10]', async () => {
  const { body } = await member.get('/auth/profile')
  expect(User.parse(body.data)).toEqual(member.user)
})

async function timed(payload: object) {
  const start = performance.now()
  const { status, body } = await logIn(payload)
  return { milliseconds: performance.now() - start, status, message: body.message }
}

test('a wrong password and an unknown address are answered alike, neither before 300 ms have passed', async () => {
  const ashley = await registerOwner(app, { email: 'ashley@acme.test' })
  const known = await timed({ email: ashley.user.email, password: 'not this one' })
  const unknown = await timed({ email: 'nobody@nowhere.test', password: 'not this one' })
  expect(known).toMatchObject({ status: 401, message: unknown.message })
  expect(unknown.status).toBe(401)
  // Timers may fire a millisecond early.
  for (const { milliseconds } of [known, unknown]) expect(milliseconds).toBeGreaterThan(298)
})

test('passwords are kept as Argon2id hashes', async () => {
  const [row] = await app.db`select password_hash from app_user where id = ${owner.user._id}`
  expect(row!.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('after five failures an account has to wait, also with the right password', async () => {
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

/** Wrong guesses at so many accounts, all at once. */
async function guessAt(accounts: number, remoteAddress: (account: number) => string = () => '127.0.0.1') {
  const guesses = Array.from({ length: accounts }, (_, account) =>
    logInFrom(remoteAddress(account), { email: `guess${account}@acme.test`, password: 'password1' }),
  )
  return (await Promise.all(guesses)).map(({ status }) => status)
}

function logInFrom(remoteAddress: string, payload: object, headers: Record<string, string> = {}) {
  return ask(app, { method: 'POST', url: '/auth/login', payload, remoteAddress, headers })
}

test('guessing at a hundred accounts from one address is slowed down, and many guesses at once gain nothing', async () => {
  await app.db`delete from sign_in_failure`
  const statuses = await guessAt(110)
  expect(statuses.filter((status) => status === 401)).toHaveLength(100)
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)
  await app.db`delete from sign_in_failure`
})

test('guessing from many addresses of one IPv6 network of 64 bits is slowed down like guessing from one', async () => {
  await app.db`delete from sign_in_failure`
  const wrong = { email: 'one-more@acme.test', password: 'password1' }
  expect(new Set(await guessAt(100, (account) => `2001:db8::${account + 1}`))).toEqual(new Set([401]))
  expect((await logInFrom('2001:db8::ffff:1', wrong)).status).toBe(429)
  expect((await logInFrom('2001:db8:0:1::1', wrong)).status).toBe(401)
  await app.db`delete from sign_in_failure`
})

test('many who sign in rightly at the same moment, from one office, all get in', async () => {
  await app.db`delete from sign_in_failure`
  const attempts = Array.from({ length: 40 }, () => logIn({ email: owner.user.email, password }))
  const statuses = (await Promise.all(attempts)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200]))
})

test('one person’s failed attempts lock nobody else out: neither that account elsewhere nor others in the same office [D12.5]', async () => {
  await app.db`delete from sign_in_failure`
  const wrong = { email: owner.user.email, password: 'not this one' }
  const attempts = await Promise.all(Array.from({ length: 60 }, () => logInFrom('192.0.2.1', wrong)))
  expect(attempts.filter(({ status }) => status === 429)).toHaveLength(55)
  expect((await logInFrom('192.0.2.1', { email: owner.user.email, password })).status).toBe(429)
  expect((await logInFrom('192.0.2.2', { email: owner.user.email, password })).status).toBe(200)
  expect((await logInFrom('192.0.2.1', { email: agent.user.email, password })).status).toBe(200)
})

test('a browser in which a person has signed in before is let through while others guess from its address [D12.5]', async () => {
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

test('guesses in a browser that is known for the account have to wait as well', async () => {
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
