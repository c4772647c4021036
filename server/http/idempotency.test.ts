import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { people } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'

const app = await testApp()
const { owner, agent, member } = await people(app)

function keyed() {
  return { 'idempotency-key': randomUUID() }
}

test('the same key from the same user is carried out once and answered the same again [D7.4]', async () => {
  const key = keyed()
  const first = await member.post('/enquiry', { enquiryType: 'Once' }, key)
  const again = await member.post('/enquiry', { enquiryType: 'Once' }, key)
  expect(again).toMatchObject({ status: 201, body: first.body })
  expect(again.headers.etag).toBe(first.headers.etag)
  expect((await member.get('/enquiry?enquiryType=Once')).body.data.totalDocs).toBe(1)
})

test('also when both come at the same moment [D7.4]', async () => {
  const key = keyed()
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => member.post('/enquiry', { enquiryType: 'Together' }, key)),
  )
  expect(new Set(answers.map(({ body }) => body.data._id)).size).toBe(1)
  expect((await member.get('/enquiry?enquiryType=Together')).body.data.totalDocs).toBe(1)
})

test('the same key with another body is refused, and nothing is carried out [D7.4]', async () => {
  const key = keyed()
  await member.post('/enquiry', { enquiryType: 'First' }, key)
  const other = await member.post('/enquiry', { enquiryType: 'Second' }, key)
  expect(other).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect((await member.get('/enquiry?enquiryType=Second')).body.data.totalDocs).toBe(0)
})

test('the same key for another person of the team is refused, and answered with nobody else [D7.4]', async () => {
  const key = keyed()
  const change = (whom: typeof agent) => owner.patch(`/team/${whom.user._id}`, { role: 'viewer' }, key)
  expect((await change(agent)).body.data).toMatchObject({ _id: agent.user._id, role: 'viewer' })
  expect(await change(member)).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect((await member.get('/auth/profile')).body.data.role).toBe('member')
})

test('the same key from another user is another key [D7.4]', async () => {
  const key = keyed()
  const [mine, theirs] = [
    await member.post('/enquiry', { enquiryType: 'Shared' }, key),
    await owner.post('/enquiry', { enquiryType: 'Shared' }, key),
  ]
  expect(theirs.status).toBe(201)
  expect(theirs.body.data._id).not.toBe(mine.body.data._id)
})

test('a repeated update is not refused as stale [D7.4] [D7.7]', async () => {
  const { _id } = await member.raise()
  const headers = { ...keyed(), 'if-match': '"1"' }
  const first = await member.patch('/enquiry', { id: _id, comments: 'Saved' }, headers)
  const again = await member.patch('/enquiry', { id: _id, comments: 'Saved' }, headers)
  expect(again).toMatchObject({ status: 200, body: first.body })
})

test('a request that failed has not used its key up [D7.4]', async () => {
  const key = keyed()
  const { _id } = await member.raise()
  const refused = await member.patch('/enquiry', { id: _id, comments: 'x' }, { ...key, 'if-match': '"7"' })
  expect(refused.status).toBe(412)
  expect((await member.patch('/enquiry', { id: _id, comments: 'x' }, { ...key, 'if-match': '"1"' })).status).toBe(200)
})

test('a key of control characters or of 300 characters is refused [D7.4]', async () => {
  for (const key of ['x'.repeat(300), 'a b', 'ü']) {
    const { status, body } = await member.post('/enquiry', { enquiryType: 'X' }, { 'idempotency-key': key })
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ['idempotency-key']])
  }
})
