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

test.each(['invited', 'closed'])('of two first companies at the same moment one is registered: %s', async (setting) => {
  const app = await testApp({ REGISTRATION: setting })
  const answers = await Promise.all([register(app), register(app), register(app)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 403, 403])
  const later = await register(app)
  expect([later.status, later.body.code]).toEqual([403, 'forbidden'])
})

test('where people register by invitation, a new company is refused with the way in, and an invited person joins', async () => {
  const app = await testApp({ REGISTRATION: 'invited' })
  const owner = await registerOwner(app)
  expect((await register(app)).body.message).toBe(
    'New companies cannot be registered here. Ask an owner of your company to invite you',
  )
  expect((await join(owner, 'agent')).user.role).toBe('agent')
})

test('where registration is closed, nobody registers, joins or is invited, and people still sign in', async () => {
  const open = await testApp()
  const owner = await registerOwner(open)
  const { body } = await owner.post('/invitations', { email: 'noor@acme.test', role: 'member' })
  const closed = await restartedAs('closed', open)
  const joining = { method: 'POST', url: '/auth/register' } as const
  const payload = { invitation: body.data.invitation, name: 'Noor', password }
  const headers = { authorization: `Bearer ${owner.accessToken}` }
  const invitation = { email: 'sam@acme.test', role: 'member' }
  const answers = [
    await register(closed),
    await ask(closed, { ...joining, payload }),
    await ask(closed, { method: 'POST', url: '/invitations', payload: invitation, headers }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
  for (const answer of answers) expect(answer.body.message).toMatch(/closed.*Ask the operator of this server/)
  const logIn = { email: owner.user.email, password }
  expect((await ask(closed, { method: 'POST', url: '/auth/login', payload: logIn })).status).toBe(200)
  // The invitation is still good once registration is open again.
  expect((await ask(open, { ...joining, payload })).status).toBe(201)
})
