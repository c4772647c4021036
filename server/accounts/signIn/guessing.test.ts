import { expect, test } from 'vitest'
import { freePort } from '#server/database/embedded/embeddedPostgres.ts'
import { mailServer } from '#server/test/mail/mailServer.ts'
import { ask, confirmedOwner, password, type Person } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'

const port = await freePort()
const app = await testApp({ SMTP_URL: `smtp://127.0.0.1:${port}`, PUBLIC_URL: 'http://desk.test/', APP_NAME: 'Desk' })
const wrong = 'not this one'
const guesses = 120

type From = { host: number; cookie?: string }

function logIn({ user }: Person, given: string, { host, cookie = '' }: From) {
  return ask(app, {
    method: 'POST',
    url: '/auth/login',
    payload: { email: user.email, password: given },
    remoteAddress: `198.51.100.${host}`,
    headers: { cookie },
  })
}

function confirm({ accessToken }: Person, given: string, { host, cookie = '' }: From) {
  return ask(app, {
    method: 'POST',
    url: '/auth/reauthenticate',
    payload: { password: given },
    remoteAddress: `198.51.100.${host}`,
    headers: { authorization: `Bearer ${accessToken}`, cookie },
  })
}

/** The cookie of a browser in which the person has signed in. */
async function knownBrowser(person: Person) {
  const { cookies } = await logIn(person, password, { host: 200 })
  const { name, value } = cookies.find((cookie) => cookie.name === 'browser')!
  return `${name}=${value}`
}

const places: [string, typeof logIn, number][] = [
  ['signing in', logIn, 401],
  ['confirming the password of a stolen session', confirm, 400],
]

test.each(places)(
  'guessing from 120 addresses by %s is slowed down, but not in a browser that the person uses [D12.5]',
  async (_place, attempt, refused) => {
    const mail = await mailServer(port)
    const owner = await confirmedOwner(app)
    const cookie = await knownBrowser(owner)
    const all = await Promise.all(
      Array.from({ length: guesses }, (_, host) => attempt(owner, wrong, { host: host + 1 })),
    )
    expect(all.filter(({ status }) => status === refused)).toHaveLength(20)
    const waiting = all.filter(({ status }) => status === 429)
    expect(waiting).toHaveLength(guesses - 20)
    for (const { headers } of waiting) expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60)
    expect((await attempt(owner, password, { host: 201 })).status).toBe(429)
    expect((await attempt(owner, password, { host: 201, cookie })).status).toBe(200)
    const notices = () => mail.to(owner.user.email).filter((content) => content.includes('Subject: Failed sign-ins'))
    await waitFor(() => expect(notices()).toHaveLength(1))
  },
)

const tokenIn = (content: string) => /\/reset\?token=([\w.-]+)/.exec(content)?.[1]

test('people who choose a new password by mail can sign in while others guess at their account [D12.5]', async () => {
  const mail = await mailServer(port)
  const owner = await confirmedOwner(app)
  const attacks = Array.from({ length: 30 }, (_, host) => logIn(owner, wrong, { host: host + 1 }))
  await Promise.all(attacks)
  await ask(app, { method: 'POST', url: '/auth/forgot', payload: { email: owner.user.email } })
  await waitFor(() => expect(mail.to(owner.user.email).some(tokenIn)).toBe(true))
  const token = mail.to(owner.user.email).map(tokenIn).find(Boolean)
  const payload = { token, newPassword: 'quite another one' }
  const { cookies } = await ask(app, { method: 'POST', url: '/auth/reset', payload })
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  expect((await logIn(owner, 'quite another one', { host: 201 })).status).toBe(429)
  expect((await logIn(owner, 'quite another one', { host: 201, cookie })).status).toBe(200)
})
