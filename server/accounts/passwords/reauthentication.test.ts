import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { User } from '#contract/accounts.ts'
import { ask, join, password, type Person, registerOwner } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'

const app = await testApp()

/** Moves a person's sign-in eleven minutes into the past. */
async function waitElevenMinutes({ user }: Person) {
  await app.db`
    update session set created_at = created_at - interval '11 minutes',
      authenticated_at = authenticated_at - interval '11 minutes'
    where user_id = ${user._id}`
}

function otherSession({ user }: Person) {
  return ask(app, { method: 'POST', url: '/auth/login', payload: { email: user.email, password } })
}

async function otherSessionId(person: Person) {
  const { body } = await person.get('/auth/sessions')
  return body.data.find((entry: { isCurrent: boolean }) => !entry.isCurrent)._id as string
}

async function changePerson(owner: Person, role: string, changes: object) {
  const { people } = (await owner.get('/team')).body.data
  const other = people.find((person: User) => person.role === role && person._id !== owner.user._id)
  return owner.patch(`/team/${other._id}`, changes)
}

async function raisedBy(owner: Person) {
  return (await owner.raise())._id
}

const changes: [string, (owner: Person) => Promise<{ status: number; body: { code?: string } }>, number][] = [
  ['changing the email address', (owner) => owner.patch('/users', { email: `${randomUUID()}@acme.test` }), 200],
  ['inviting an owner', (owner) => owner.post('/invitations', { email: 'next@acme.test', role: 'owner' }), 201],
  ['inviting a viewer', (owner) => owner.post('/invitations', { email: 'next@acme.test', role: 'viewer' }), 201],
  ['making a member an owner', (owner) => changePerson(owner, 'member', { role: 'owner' }), 200],
  ['demoting an owner', (owner) => changePerson(owner, 'owner', { role: 'member' }), 200],
  ['deactivating an owner', (owner) => changePerson(owner, 'owner', { isActive: false }), 200],
  ['making sessions longer', (owner) => owner.patch('/users', { company: { sessionDays: 365 } }), 200],
  ['exporting the list', (owner) => owner.get('/enquiry/export'), 200],
  ['exporting some enquiries', async (owner) => owner.post('/enquiry/export', { ids: [await raisedBy(owner)] }), 200],
  ['ending another session', async (owner) => owner.delete(`/auth/sessions/${await otherSessionId(owner)}`), 200],
]

test.each(changes)('%s requires the password ten minutes after sign-in [D12.3]', async (_name, change, done) => {
  const owner = await registerOwner(app)
  await join(owner, 'member')
  await join(owner, 'owner', 'Second Owner')
  await otherSession(owner)
  await waitElevenMinutes(owner)
  const refused = await change(owner)
  expect([refused.status, refused.body.code]).toEqual([403, 'password-required'])
  expect((await owner.post('/auth/reauthenticate', { password })).status).toBe(200)
  expect((await change(owner)).status).toBe(done)
})

test('harmless changes and ending the current session do not require the password', async () => {
  const owner = await registerOwner(app)
  await join(owner, 'member')
  await waitElevenMinutes(owner)
  expect((await owner.patch('/users', { name: 'Olive', email: owner.user.email })).status).toBe(200)
  expect((await changePerson(owner, 'member', { role: 'agent' })).status).toBe(200)
  const [{ _id }] = (await owner.get('/auth/sessions')).body.data
  expect((await owner.delete(`/auth/sessions/${_id}`)).status).toBe(200)
})

test('confirming the password counts for ten minutes, and only for that session', async () => {
  const owner = await registerOwner(app)
  const { body } = await otherSession(owner)
  await waitElevenMinutes(owner)
  await owner.post('/auth/reauthenticate', { password })
  const elsewhere = await ask(app, {
    method: 'PATCH',
    url: '/users',
    payload: { email: `${randomUUID()}@acme.test` },
    headers: { authorization: `Bearer ${body.data.accessToken}` },
  })
  expect(elsewhere.status).toBe(403)
  await waitElevenMinutes(owner)
  expect((await owner.patch('/users', { email: `${randomUUID()}@acme.test` })).status).toBe(403)
})

test('a wrong password gets an error at its field, and guessing is slowed down', async () => {
  const owner = await registerOwner(app)
  await waitElevenMinutes(owner)
  const guess = () => owner.post('/auth/reauthenticate', { password: 'not this one' })
  const first = await guess()
  expect([first.status, first.body.errors]).toEqual([400, { password: 'The password is wrong' }])
  for (let again = 0; again < 4; again++) await guess()
  expect((await owner.post('/auth/reauthenticate', { password })).status).toBe(429)
})
