import { expect, test } from 'vitest'
import { people } from '#server/test/people.ts'
import { dataUrl, picture } from '#server/test/pictures.ts'
import { testApp } from '#server/test/testApp.ts'

const app = await testApp({ STORAGE_QUOTA: '1000' })
const { owner, member, viewer, stranger } = await people(app)

/** Sets the number of bytes that the company has stored. */
async function use(bytes: number) {
  await app.db`update company set storage_bytes = ${bytes}::bigint where id = ${owner.user.company._id}`
}

async function raise(person = member, color = '#123456') {
  const documents = [{ name: 'a.png', url: await picture('png', color) }]
  return person.post('/enquiry', { enquiryType: 'Damage', documents })
}

test('everyone in a company sees its used storage and its quota [D12.2]', async () => {
  await use(0)
  const { body } = await raise()
  const { size } = body.data.documents[0]
  for (const person of [owner, member, viewer]) {
    expect((await person.get('/storage')).body.data).toEqual({ usedBytes: size, quotaBytes: 1000 })
  }
  expect((await stranger.get('/storage')).body.data).toEqual({ usedBytes: 0, quotaBytes: 1000 })
})

async function storedFiles() {
  return (await Promise.all((await app.storage.parts()).map((part) => app.storage.keys(part)))).flat()
}

test('a repeated request gets its first response, even though it filled the storage [D7.4]', async () => {
  const documents = [{ name: 'a.png', url: await picture('png', '#0f0f0f') }]
  const send = () => member.post('/enquiry', { enquiryType: 'X', documents }, { 'idempotency-key': 'filling' })
  await use(0)
  const first = await send()
  await use(1000)
  const again = await send()
  expect([again.status, again.body.data._id]).toEqual([201, first.body.data._id])
})

test('a file over the quota is refused with an explanation, and no part of the enquiry is saved [D12.2] [D5.2]', async () => {
  await use(990)
  const stored = await storedFiles()
  const before = (await member.get('/enquiry/summary')).body.data.total
  const { status, body } = await raise(member, '#654321')
  expect([status, body.code, Object.keys(body.errors!)]).toEqual([413, 'too-large', ['documents']])
  expect(body.message).toContain('your company has used its 1,000 bytes of storage')
  expect((await member.get('/enquiry/summary')).body.data.total).toBe(before)
  expect((await member.get('/storage')).body.data.usedBytes).toBe(990)
  expect(await storedFiles()).toEqual(stored)
  expect((await member.post('/enquiry', { enquiryType: 'Without' })).status).toBe(201)
  expect((await raise(stranger)).status).toBe(201)
})

test('a message with files over the quota is refused, but one that the server already has is not [D12.2] [D10.6]', async () => {
  await use(0)
  const { _id: enquiry } = await member.raise()
  const send = (text: string, key: string) => {
    const files = [{ name: 'a.txt', url: dataUrl(text, 'text/plain') }]
    return member.post('/chat', { enquiry, side: 'customer', message: '', files }, { 'idempotency-key': key })
  }
  const first = await send('1234567890', 'first')
  expect((await member.get('/storage')).body.data.usedBytes).toBe(10)
  await use(1001)
  await app.db`delete from idempotency`
  const again = await send('1234567890', 'first')
  expect([again.status, again.body.data._id]).toEqual([201, first.body.data._id])
  const { status, body } = await send('another', 'second')
  expect([status, Object.keys(body.errors!)]).toEqual([413, ['files']])
  expect((await member.get(`/chat?enquiryId=${enquiry}`)).body.data.totalDocs).toBe(1)
})

test('a picture over the quota is refused, and the profile stays unchanged [D12.2]', async () => {
  await use(990)
  const { status, body } = await owner.patch('/users', { name: 'Changed', profilePic: await picture('png', '#abcdef') })
  expect([status, Object.keys(body.errors!)]).toEqual([413, ['profilePic']])
  expect((await owner.get('/auth/profile')).body.data.name).toBe('Olivia Owner')
  expect((await owner.patch('/users', { name: 'Changed' })).status).toBe(200)
})

test('of several simultaneous uploads only those within the quota are accepted [D12.2]', async () => {
  const first = await raise(member, '#010101')
  const { size } = first.body.data?.documents?.[0] ?? { size: 120 }
  await use(1000 - 2 * size)
  const colors = ['#020202', '#030303', '#040404', '#050505']
  const responses = await Promise.all(colors.map((color) => raise(member, color)))
  const { usedBytes } = (await member.get('/storage')).body.data
  expect(usedBytes).toBeLessThanOrEqual(1000)
  expect(responses.filter(({ status }) => status === 413).length).toBeGreaterThan(0)
  expect(responses.filter(({ status }) => status === 201).length).toBeGreaterThan(0)
})
