import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { User } from '#contract/accounts.ts'
import { people } from '#server/test/people.ts'
import { dataUrl, picture } from '#server/test/pictures.ts'
import { testApp } from '#server/test/testApp.ts'

const app = await testApp()
const { owner, agent, member, stranger } = await people(app)

const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const

test('the changed fields are saved, and the response is the whole user [S7.9]', async () => {
  const { status, body } = await member.patch('/users', { name: 'Manny M. Member' })
  expect(status).toBe(200)
  expect(body.message).toBe('Profile saved')
  expect(User.parse(body.data)).toEqual({ ...member.user, name: 'Manny M. Member' })
})

test('names of people and companies are reduced to one line [D5.3]', async () => {
  const { body } = await owner.patch('/users', {
    name: ' Olivia\r\n\t Owner\u2028',
    company: { companyName: 'Blue\u0085\nHarbour\u00a0' },
  })
  expect([body.data.name, body.data.company.companyName]).toEqual(['Olivia Owner', 'Blue Harbour'])
  const blank = await owner.patch('/users', { name: '\n\u2029 ' })
  expect([blank.status, blank.body.errors]).toEqual([400, { name: 'name is a required field' }])
})

test('a profile picture is stored, and its URL opens without a token [S7.9] [D3.3]', async () => {
  const { body } = await member.patch('/users', { profilePic: await picture('jpeg') })
  const shown = await app.app.inject({ url: body.data.profilePic })
  expect(shown.statusCode).toBe(200)
  expect(shown.headers['content-type']).toBe('image/webp')
  const removed = await member.patch('/users', { profilePic: null })
  expect(removed.body.data.profilePic).toBeNull()
})

test('every picture is shrunk and stripped of its metadata [S7.9]', async () => {
  const photo = await sharp({ create: { width: 1500, height: 1000, channels: 3, background: '#fff', noise } })
    .withExif({ IFD0: { Copyright: 'Jane Doe' } })
    .png()
    .toBuffer()
  expect(photo.length).toBeGreaterThan(2_000_000)
  const { status, body } = await agent.patch('/users', { profilePic: dataUrl(photo, 'image/png') })
  expect(status).toBe(200)
  const [key] = body.data.profilePic.split('/files/')[1].split(/[.?]/)
  const stored = await buffer((await app.storage.open(key))!.stream)
  expect(await sharp(stored).metadata()).toMatchObject({ format: 'webp', width: 512, height: 341 })
  expect(stored.includes('Jane Doe')).toBe(false)
  expect(stored.length).toBeLessThan(2_000_000)
  const [file] = await app.db`select size::int from file where sha256 = ${key}`
  expect(file).toEqual({ size: stored.length })
})

test('a picture with too many pixels is refused before it is decoded [S7.9]', async () => {
  const { status, body } = await agent.patch('/users', { profilePic: await picture('png', '#000000', 12_000, 12_000) })
  expect([status, Object.keys(body.errors!)]).toEqual([413, ['profilePic']])
})

test('a file that is not a picture is refused, and none of the changes are saved [S7.9]', async () => {
  const { status, body } = await agent.patch('/users', { name: 'Changed', profilePic: dataUrl('hello', 'image/png') })
  expect(status).toBe(415)
  expect(body.errors).toHaveProperty('profilePic')
  expect((await agent.get('/auth/profile')).body.data.name).toBe('Aggie Agent')
})

test('only an owner can change the company [D6.2]', async () => {
  const changed = await owner.patch('/users', { company: { companyName: 'Acme & Sons', logo: await picture() } })
  expect(changed.body.data.company).toMatchObject({
    companyName: 'Acme & Sons',
    logo: expect.stringContaining('/api/files/'),
  })
  for (const person of [agent, member]) {
    expect((await person.patch('/users', { company: { companyName: 'Mine' } })).status).toBe(403)
  }
  expect((await stranger.get('/auth/profile')).body.data.company.companyName).toBe('Elsewhere')
})

test('an email address that is already taken is refused [S7.9]', async () => {
  const { status, body } = await member.patch('/users', { email: stranger.user.email })
  expect(status).toBe(409)
  expect(body.errors).toHaveProperty('email')
})

test('if several people take one free address simultaneously, one gets it and the others get a 409 [S7.9]', async () => {
  const email = 'wanted@acme.test'
  const responses = await Promise.all([owner, agent, member].map((person) => person.patch('/users', { email })))
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
})

test('the history records each change with its old and new value', async () => {
  await agent.patch('/users', { name: 'Agatha Agent' })
  const [activity] = await app.db`
    select actor_id, changes from activity
    where subject = 'user' and subject_id = ${agent.user._id} and action = 'changed' order by id desc limit 1`
  expect(activity).toEqual({ actorId: agent.user._id, changes: { name: ['Aggie Agent', 'Agatha Agent'] } })
})

test('an owner arranges the types of enquiries, which everyone in the company sees, and the change is recorded', async () => {
  const set = (enquiryTypes: string[], by = owner) => by.patch('/users', { company: { enquiryTypes } })
  expect(owner.user.company.enquiryTypes).toEqual([])
  expect((await set([' Repair ', 'Keys'])).body.data.company.enquiryTypes).toEqual(['Repair', 'Keys'])
  expect((await member.get('/auth/profile')).body.data.company.enquiryTypes).toEqual(['Repair', 'Keys'])
  expect((await set(['Mine'], member)).status).toBe(403)
  expect((await set(['Keys', 'Keys'])).body.errors).toEqual({
    'company.enquiryTypes': 'Each type can be listed only once',
  })
  expect((await set(['Repair, Keys'])).body.data.company.enquiryTypes).toEqual(['Repair, Keys'])
  const rows = await app.db`
    select changes from activity where company_id = ${owner.user.company._id} and changes ? 'enquiryTypes' order by id`
  expect(rows.map(({ changes }) => changes.enquiryTypes)).toEqual([
    ['', '“Repair”, “Keys”'],
    ['“Repair”, “Keys”', '“Repair, Keys”'],
  ])
})
