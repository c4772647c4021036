import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { Note } from '#contract/notes.ts'
import { people } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'

const app = await testApp()
const { owner, agent, member, viewer, stranger } = await people(app)

async function notesOf(enquiryId: string) {
  const { status, body } = await owner.get(`/notes?enquiryId=${enquiryId}`)
  expect(status).toBe(200)
  return Note.array().parse(body.data.docs)
}

test('notes keep their position in the thread', async () => {
  const { _id: enquiry } = await member.raise()
  await agent.post('/notes', { enquiry, note: 'Before all' })
  await member.say(enquiry, 'Hello')
  const { status, body } = await agent.post('/notes', { enquiry, note: ' Call them \n' })
  expect(status).toBe(201)
  expect(Note.parse(body.data)).toMatchObject({ enquiry, author: { name: 'Aggie Agent' }, note: 'Call them' })
  expect((await notesOf(enquiry)).map(({ note, afterSeq }) => [note, afterSeq])).toEqual([
    ['Before all', 0],
    ['Call them', 1],
  ])
})

test('no endpoint reveals notes to people who may not answer', async () => {
  const { _id: enquiry } = await member.raise()
  await member.say(enquiry, 'one')
  const readAll = async () =>
    Promise.all(
      [`/enquiry?_id=${enquiry}`, '/enquiry', '/enquiry/summary', `/chat?enquiryId=${enquiry}`, '/unread'].flatMap(
        (url) => [member, viewer].map(async (person) => (await person.get(url)).body),
      ),
    )
  const before = await readAll()
  for (let i = 0; i < 3; i++) await agent.post('/notes', { enquiry, note: 'between us' })
  const after = await readAll()
  expect(after).toEqual(before)
  expect(JSON.stringify(after)).not.toContain('between us')
  await member.say(enquiry, 'two')
  expect(
    (await member.get(`/chat?enquiryId=${enquiry}`)).body.data.docs.map(({ seq }: { seq: number }) => seq),
  ).toEqual([1, 2])
})

test('only people who may answer can read and write notes, and only in their own company [D6.3]', async () => {
  const { _id: enquiry } = await member.raise()
  await agent.post('/notes', { enquiry, note: 'between us' })
  for (const person of [member, viewer]) {
    expect((await person.get(`/notes?enquiryId=${enquiry}`)).status).toBe(403)
    expect((await person.post('/notes', { enquiry, note: 'x' })).status).toBe(403)
  }
  expect((await stranger.get(`/notes?enquiryId=${enquiry}`)).status).toBe(404)
  expect((await stranger.post('/notes', { enquiry, note: 'x' })).status).toBe(404)
  expect(await notesOf(enquiry)).toHaveLength(1)
})

test('a repeated note is stored once, both for simultaneous and for much later requests [D7.4]', async () => {
  const { _id: enquiry } = await member.raise()
  const key = { 'idempotency-key': randomUUID() }
  const send = () => agent.post('/notes', { enquiry, note: 'Once' }, key)
  const statuses = (await Promise.all([send(), send()])).map(({ status }) => status)
  expect(statuses).toContain(201)
  const { body } = await send()
  await app.db`delete from idempotency`
  expect((await send()).body.data).toEqual(body.data)
  expect((await agent.post('/notes', { enquiry, note: 'Another' }, key)).status).toBe(409)
  expect(await notesOf(enquiry)).toHaveLength(1)
})

test.each([
  ['no text', { note: ' ' }, { note: 'note is a required field' }],
  ['10,001 characters', { note: 'x'.repeat(10_001) }, { note: 'note must be at most 10000 characters' }],
  ['no enquiry', { note: 'x', enquiry: 'x' }, { enquiry: 'enquiry must be a valid id' }],
])('a note with %s is refused [D8.3]', async (_what, fields, errors) => {
  const { _id: enquiry } = await member.raise()
  expect(await agent.post('/notes', { enquiry, ...fields })).toMatchObject({ status: 400, body: { errors } })
})
