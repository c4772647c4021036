import { randomUUID } from 'node:crypto'
import { decodeJwt, SignJWT } from 'jose'
import { expect, test, vi } from 'vitest'
import { findStandings } from '#server/accounts/accountStore.ts'
import { openDatabase } from '#server/database/database.ts'
import { type ApiResponse, ask, join, password, type Person, registerOwner } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'
import { whenDone } from '#server/test/whenDone.ts'

const app = await testApp()

async function logIn() {
  const { user } = await registerOwner(app)
  return ask(app, { method: 'POST', url: '/auth/login', payload: { email: user.email, password } })
}

function cookieOf({ cookies }: ApiResponse) {
  return cookies.find(({ name }) => name.endsWith('refreshToken'))!
}

function refresh(token: string) {
  return ask(app, { method: 'POST', url: '/auth/refresh', cookies: { refreshToken: token } })
}

function profile(accessToken: string) {
  return ask(app, { method: 'GET', url: '/auth/profile', headers: { authorization: `Bearer ${accessToken}` } })
}

test('an access token lasts 15 minutes [S9.12]', async () => {
  const { body } = await logIn()
  const { exp, iat } = decodeJwt(body.data.accessToken)
  expect(exp! - iat!).toBe(15 * 60)
})

test('the refresh token is in an HttpOnly, SameSite=Strict cookie that lasts 30 days', async () => {
  expect(cookieOf(await logIn())).toMatchObject({
    httpOnly: true,
    sameSite: 'Strict',
    maxAge: 30 * 86_400,
    path: '/api/auth',
  })
})

test('over HTTPS the cookie has the prefix __Secure-, and a cookie without it is refused', async () => {
  const secure = await testApp({ PUBLIC_URL: 'https://desk.test' })
  const { user } = await registerOwner(secure)
  const payload = { email: user.email, password }
  const cookie = cookieOf(await ask(secure, { method: 'POST', url: '/auth/login', payload }))
  expect(cookie).toMatchObject({ name: '__Secure-refreshToken', secure: true, httpOnly: true, path: '/api/auth' })
  const renew = (name: string) =>
    ask(secure, { method: 'POST', url: '/auth/refresh', cookies: { [name]: cookie.value } })
  expect((await renew('refreshToken')).status).toBe(401)
  const renewed = await renew('__Secure-refreshToken')
  expect([renewed.status, cookieOf(renewed).name]).toEqual([200, '__Secure-refreshToken'])
  const signOut = { method: 'POST', url: '/auth/logout', cookies: { '__Secure-refreshToken': cookie.value } } as const
  expect(cookieOf(await ask(secure, signOut))).toMatchObject({ name: cookie.name, value: '', secure: true })
})

test('a refresh renews the session and rotates its token, without a message [D7.3] [D8.4]', async () => {
  const first = cookieOf(await logIn()).value
  const renewed = await refresh(first)
  expect(renewed.status).toBe(200)
  expect(renewed.body.message).toBeUndefined()
  expect(cookieOf(renewed).value).not.toBe(first)
  expect((await profile(renewed.body.data.accessToken)).status).toBe(200)
})

test('reusing an old refresh token ends the session, including its newest token and its access tokens [D7.3]', async () => {
  const first = cookieOf(await logIn()).value
  const second = cookieOf(await refresh(first)).value
  const renewed = await refresh(second)
  expect((await refresh(first)).status).toBe(401)
  expect((await refresh(cookieOf(renewed).value)).status).toBe(401)
  expect((await profile(renewed.body.data.accessToken)).status).toBe(401)
})

test('a refresh can be repeated if its response was lost, and the token of any response works [D7.3]', async () => {
  const first = cookieOf(await logIn()).value
  const responses = [await refresh(first), await refresh(first), await refresh(first)]
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
  const next = await refresh(cookieOf(responses[1]!).value)
  expect((await profile(next.body.data.accessToken)).status).toBe(200)
})

test('once one of the new tokens is used, the previous token and the other new ones end the session [D7.3]', async () => {
  for (const stolen of ['previous', 'other']) {
    const first = cookieOf(await logIn()).value
    const [one, other] = [await refresh(first), await refresh(first)]
    const next = await refresh(cookieOf(other).value)
    expect((await refresh(stolen === 'previous' ? first : cookieOf(one).value)).status).toBe(401)
    expect((await profile(next.body.data.accessToken)).status).toBe(401)
  }
})

test('a refresh can be repeated for five minutes and twenty times [D7.3]', async () => {
  const first = cookieOf(await logIn()).value
  const renewed = await refresh(first)
  await app.db`update session set renewed_at = now() - interval '5 minutes'`
  expect((await refresh(first)).status).toBe(401)
  expect((await profile(renewed.body.data.accessToken)).status).toBe(401)

  const again = cookieOf(await logIn()).value
  for (let time = 0; time <= 20; time++) expect((await refresh(again)).status).toBe(200)
  expect((await refresh(again)).status).toBe(401)
})

test('simultaneous renewals with one token all succeed [D7.3]', async () => {
  const first = cookieOf(await logIn()).value
  const responses = await Promise.all(Array.from({ length: 5 }, () => refresh(first)))
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
})

test('the end of one session does not end the person’s other sessions', async () => {
  const { user, accessToken } = await registerOwner(app)
  const other = await ask(app, { method: 'POST', url: '/auth/login', payload: { email: user.email, password } })
  const old = cookieOf(other).value
  await refresh(cookieOf(await refresh(old)).value)
  expect((await refresh(old)).status).toBe(401)
  expect((await profile(accessToken)).status).toBe(200)
})

test('logout ends the session on the server [D2.8] [D7.3]', async () => {
  const signedIn = await logIn()
  const { accessToken } = signedIn.body.data
  const out = await ask(app, {
    method: 'POST',
    url: '/auth/logout',
    headers: { authorization: `Bearer ${accessToken}` },
    cookies: { refreshToken: cookieOf(signedIn).value },
  })
  expect(out.status).toBe(200)
  expect((await profile(accessToken)).status).toBe(401)
  expect((await refresh(cookieOf(signedIn).value)).status).toBe(401)
})

test('logout with only the cookie, after the access token has expired, also ends the session [D2.8]', async () => {
  const signedIn = await logIn()
  const refreshToken = cookieOf(signedIn).value
  await ask(app, { method: 'POST', url: '/auth/logout', cookies: { refreshToken } })
  expect((await profile(signedIn.body.data.accessToken)).status).toBe(401)
})

test('simultaneous requests each get their own session, and an ended session gets a 401', async () => {
  const signedIn = await Promise.all(Array.from({ length: 4 }, logIn))
  const tokens = signedIn.map(({ body }) => body.data.accessToken)
  await app.db`delete from session where id = ${decodeJwt(tokens[2]).session}`
  const responses = await Promise.all([...tokens, ...tokens].map(profile))
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 401, 200, 200, 200, 401, 200])
  const ids = signedIn.map(({ body }) => body.data.userData._id)
  expect(responses.map(({ body }) => body.data?._id)).toEqual(
    [...ids, ...ids].map((id) => (id === ids[2] ? undefined : id)),
  )
})

test('a session ends after 30 days without use', async () => {
  const signedIn = await logIn()
  await app.db`update session set expires_at = now() - interval '1 second'`
  expect((await refresh(cookieOf(signedIn).value)).status).toBe(401)
  expect((await profile(signedIn.body.data.accessToken)).status).toBe(401)
})

/** Moves all of a person's sign-ins this many days into the past. */
async function age({ user }: Person, days: number) {
  await app.db`
    update session set created_at = created_at - make_interval(days => ${days}),
      expires_at = expires_at - make_interval(days => ${days}) where user_id = ${user._id}`
}

/** Makes all of a person's sessions look used today. */
async function useToday({ user }: Person) {
  await app.db`update session set expires_at = now() + interval '1 minute' where user_id = ${user._id}`
}

async function signIn({ user }: Person) {
  return cookieOf(await ask(app, { method: 'POST', url: '/auth/login', payload: { email: user.email, password } }))
    .value
}

test('a session ends 90 days after sign-in, no matter how often it is renewed [D12.6]', async () => {
  const owner = await registerOwner(app)
  const first = await signIn(owner)
  await age(owner, 89)
  await useToday(owner)
  const renewed = await refresh(first)
  expect(renewed.status).toBe(200)
  await age(owner, 1)
  expect((await refresh(cookieOf(renewed).value)).status).toBe(401)
  expect((await profile(renewed.body.data.accessToken)).status).toBe(401)
})

test('an owner sets the session limit from 1 to 365 days, and older sessions end at once [D12.6]', async () => {
  const owner = await registerOwner(app)
  expect(owner.user.company.sessionDays).toBe(90)
  const member = await join(owner, 'member')
  await age(member, 8)
  await useToday(member)
  expect((await member.get('/auth/profile')).status).toBe(200)
  const change = (sessionDays: number, person = owner) => person.patch('/users', { company: { sessionDays } })
  for (const days of [0, 366, 1.5]) expect((await change(days)).status).toBe(400)
  expect((await change(30, member)).status).toBe(403)
  expect((await change(7)).body.data.company.sessionDays).toBe(7)
  expect((await member.get('/auth/profile')).status).toBe(401)
  expect((await owner.get('/auth/profile')).status).toBe(200)

  const token = await signIn(member)
  await age(member, 6)
  await useToday(member)
  await change(365)
  const renewed = await refresh(token)
  expect(renewed.status).toBe(200)
  const [row] = await app.db`
    select max(expires_at) > now() + interval '29 days' as is_longer from session where user_id = ${member.user._id}`
  expect(row).toEqual({ isLonger: true })
})

test('only the hash of a refresh token is stored', async () => {
  const secret = cookieOf(await logIn()).value.split('.')[2]!
  const rows = await app.db`select encode(token_hash, 'escape') as hash from session`
  expect(rows.some(({ hash }) => String(hash).includes(secret))).toBe(false)
})

test('requests need a Bearer token; a missing, malformed, forged or expired one gets a 401 [S6.1] [D8.3]', async () => {
  const { accessToken } = await registerOwner(app)
  expect((await profile(accessToken)).status).toBe(200)

  const [head, payload] = accessToken.split('.')
  const foreign = await new SignJWT(decodeJwt(accessToken))
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode('the secret of another server'))
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
  for (const token of ['', 'garbage', `${head}.${payload}.AAAA`, foreign, unsigned]) {
    expect(await profile(token)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
  }
  expect((await ask(app, { method: 'GET', url: '/auth/profile' })).status).toBe(401)

  vi.useFakeTimers({ now: Date.now() + 15 * 60_000 + 1000, toFake: ['Date'] })
  try {
    expect((await profile(accessToken)).status).toBe(401)
  } finally {
    vi.useRealTimers()
  }
})

function unknownHolder() {
  return { companyId: randomUUID(), sessionId: randomUUID(), userId: randomUUID() }
}

test('the check of sessions keeps its plan, for one session and for several', async () => {
  const db = openDatabase(app.connection, 1)
  whenDone(() => db.end())
  for (let time = 0; time < 12; time++) await findStandings(db, Array.from({ length: 1 + (time % 3) }, unknownHolder))
  const [plans] = await db<{ kept: number; others: number }[]>`
    select sum(generic_plans)::int as kept, sum(custom_plans)::int as others from pg_prepared_statements
    where statement like ${'%from session%'}`
  // PostgreSQL plans for the actual values five times before it compares.
  expect(plans).toEqual({ kept: 7, others: 5 })
})
