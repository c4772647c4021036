import { expect, test } from 'vitest'
import { SessionEntry } from '#contract/accounts.ts'
import { ask, password, Person, registerOwner } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'

const app = await testApp()

async function twiceSignedIn() {
  const here = await registerOwner(app)
  const { body } = await logIn(here.user.email, password, 'Another Browser/1.0')
  return { here, there: new Person(app, here.user, body.data.accessToken, password) }
}

function logIn(email: string, given: string, device = 'Browser') {
  const headers = { 'user-agent': device }
  return ask(app, { method: 'POST', url: '/auth/login', payload: { email, password: given }, headers })
}

test('people see their sessions with device and last use, and can end each of them', async () => {
  const { here, there } = await twiceSignedIn()
  const { body } = await here.get('/auth/sessions')
  const sessions = SessionEntry.array().parse(body.data)
  expect(sessions.map(({ device, isCurrent }) => [device, isCurrent])).toEqual([
    ['Another Browser/1.0', false],
    ['lightMyRequest', true],
  ])
  expect((await here.delete(`/auth/sessions/${sessions[0]!._id}`)).status).toBe(200)
  expect((await there.get('/auth/profile')).status).toBe(401)
  expect((await here.get('/auth/profile')).status).toBe(200)
})

test('nobody can end another person’s session', async () => {
  const [mine, theirs] = [await registerOwner(app), await registerOwner(app)]
  const { body } = await theirs.get('/auth/sessions')
  expect((await mine.delete(`/auth/sessions/${body.data[0]._id}`)).status).toBe(404)
  expect((await theirs.get('/auth/profile')).status).toBe(200)
})

test('a new password ends the other sessions, and the old one no longer signs in', async () => {
  const { here, there } = await twiceSignedIn()
  const changed = await here.post('/auth/password', { currentPassword: password, newPassword: 'a newer one' })
  expect(changed.status).toBe(200)
  expect((await there.get('/auth/profile')).status).toBe(401)
  expect((await here.get('/auth/profile')).status).toBe(200)
  expect((await logIn(here.user.email, password)).status).toBe(401)
  expect((await logIn(here.user.email, 'a newer one')).status).toBe(200)
})

test('without the current password nothing changes, and guessing it is slowed down', async () => {
  const { here } = await twiceSignedIn()
  const guess = () => here.post('/auth/password', { currentPassword: 'a guess', newPassword: 'a newer one' })
  const first = await guess()
  expect([first.status, first.body.errors]).toEqual([400, { currentPassword: 'The current password is wrong' }])
  for (let again = 0; again < 4; again++) await guess()
  expect((await guess()).status).toBe(429)
  await app.db`delete from sign_in_failure`
  expect((await logIn(here.user.email, password)).status).toBe(200)
})
