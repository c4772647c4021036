import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Registration } from '#contract/accounts.ts'
import { ask, join, password, registerOwner } from '#server/test/people.ts'
import { secondServer, testApp, type TestApp } from '#server/test/testApp.ts'

function register(app: TestApp, fields: object = {}) {
  const company = { companyName: 'Acme', name: 'Olivia', email: `${randomUUID()}@acme.test` }
  return ask(app, { method: 'POST', url: '/auth/register', payload: { ...company, password, ...fields } })
}

/** The same server after a restart with another setting. */
function restartedAs(registration: Registration, app: TestApp) {
  return secondServer({ ...app, config: { ...app.config, registration } })
}

test.each(['invited', 'closed'])(
  'of several simultaneous first companies only one is registered: %s',
  async (setting) => {
    const app = await testApp({ REGISTRATION: setting })
    const responses = await Promise.all([register(app), register(app), register(app)])
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 403, 403])
    const later = await register(app)
    expect([later.status, later.body.code]).toEqual([403, 'forbidden'])
  },
)

test('with registration by invitation, a new company is refused with advice, and an invited person can join', async () => {
  const app = await testApp({ REGISTRATION: 'invited' })
  const owner = await registerOwner(app)
  expect((await register(app)).body.message).toBe(
    'New companies cannot register here. Ask an owner of your company to invite you',
  )
  expect((await join(owner, 'agent')).user.role).toBe('agent')
})

test('with registration closed, nobody can register, join or be invited, but people can still sign in', async () => {
  const open = await testApp()
  const owner = await registerOwner(open)
  const { body } = await owner.post('/invitations', { email: 'noor@acme.test', role: 'member' })
  const closed = await restartedAs('closed', open)
  const joining = { method: 'POST', url: '/auth/register' } as const
  const payload = { invitation: body.data.invitation, name: 'Noor', password }
  const headers = { authorization: `Bearer ${owner.accessToken}` }
  const invitation = { email: 'sam@acme.test', role: 'member' }
  const responses = [
    await register(closed),
    await ask(closed, { ...joining, payload }),
    await ask(closed, { method: 'POST', url: '/invitations', payload: invitation, headers }),
  ]
  expect(responses.map(({ status }) => status)).toEqual([403, 403, 403])
  for (const response of responses) expect(response.body.message).toMatch(/closed.*Ask the operator of this server/)
  const logIn = { email: owner.user.email, password }
  expect((await ask(closed, { method: 'POST', url: '/auth/login', payload: logIn })).status).toBe(200)
  // The invitation works again once registration is open.
  expect((await ask(open, { ...joining, payload })).status).toBe(201)
})

test('a network registers five companies an hour, and all networks together sixty, where each sends a mail [D12.3]', async () => {
  const app = await testApp({
    SMTP_URL: 'smtp://127.0.0.1:9',
    PUBLIC_URL: 'https://desk.test',
    REGISTRATIONS_PER_HOUR: '5',
  })
  const registerFrom = async (remoteAddress: string) => {
    const payload = { companyName: 'Acme', name: 'Olivia', email: `${randomUUID()}@acme.test`, password }
    return (await ask(app, { method: 'POST', url: '/auth/register', payload, remoteAddress })).status
  }
  const statuses: number[] = []
  for (let host = 0; host < 40; host++) statuses.push(await registerFrom(`2001:db8:0:1::${host}`))
  expect(statuses.filter((status) => status === 201)).toHaveLength(5)
  expect(statuses.slice(5).every((status) => status === 429)).toBe(true)
  for (let network = 2; network <= 56; network++) {
    expect(await registerFrom(`2001:db8:0:${network}::1`)).toBe(201)
  }
  expect(await registerFrom('2001:db8:0:99::1')).toBe(429)
  expect(await app.db`select from mail_outbox`).toHaveLength(60)
})
