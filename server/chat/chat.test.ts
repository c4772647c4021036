import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { Message, Thread } from '#contract/chat.ts'
import { people } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'

const app = await testApp()
const { owner, agent, member, viewer, stranger } = await people(app)

async function thread(enquiry: string, query = '', person = member) {
  const { status, body } = await person.get(`/chat?enquiryId=${enquiry}${query}`)
  expect(status).toBe(200)
  return Thread.parse(body.data)
}

async function textsOf(enquiry: string, query = '') {
  return (await thread(enquiry, query)).docs.map(({ message }) => message)
}

test('a message is stored with its side, sender and time, and a thread lists messages oldest first [S7.7] [S7.8] [S3.3]', async () => {
  const { _id } = await member.raise()
  const sent = await member.say(_id, 'Hello?\nAnybody there?')
  expect(sent.status).toBe(201)
  expect(Message.parse(sent.body.data)).toMatchObject({
    enquiry: _id,
    seq: 1,
    side: 'customer',
    sender: { name: member.user.name },
    message: 'Hello?\nAnybody there?',
  })
  await agent.post('/chat', { enquiry: _id, side: 'host', message: 'Here' })
  const { docs, totalDocs } = await thread(_id)
  expect(docs.map(({ side, message }) => [side, message])).toEqual([
    ['customer', 'Hello?\nAnybody there?'],
    ['host', 'Here'],
  ])
  expect(totalDocs).toBe(2)
  expect(sent.body.data).toEqual({ ...docs[0], enquiryStatus: 'open', isReopened: false })
})

test('only people who may answer can reply as host [D6.1]', async () => {
  const { _id } = await member.raise()
  for (const [person, status] of [
    [owner, 201],
    [agent, 201],
    [member, 403],
    [viewer, 403],
  ] as const) {
    expect((await person.post('/chat', { enquiry: _id, side: 'host', message: 'As host' })).status).toBe(status)
  }
  expect(await textsOf(_id)).toEqual(['As host', 'As host'])
})

test('without read on acl-page nobody can read or write the thread [S6.2] [S2.19] [D2.6]', async () => {
  const { _id } = await member.raise()
  expect(await viewer.get(`/chat?enquiryId=${_id}`)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  expect((await viewer.say(_id, 'Let me in')).status).toBe(403)
  expect((await thread(_id)).totalDocs).toBe(0)
})

test('a comment of white space alone is refused [S5.4]', async () => {
  const { _id } = await member.raise()
  const { status, body } = await member.say(_id, ' \n\t ')
  expect(status).toBe(400)
  expect(body.errors).toEqual({ message: 'message is a required field' })
})

test('another company’s thread gets exactly the same response as a missing one [D6.3]', async () => {
  const { _id } = await member.raise()
  await member.say(_id, 'Secret')
  const missing = randomUUID()
  expect(await stranger.get(`/chat?enquiryId=${_id}`)).toMatchObject({
    status: 404,
    body: (await stranger.get(`/chat?enquiryId=${missing}`)).body,
  })
  expect((await stranger.say(_id, 'Hello')).status).toBe(404)
  expect((await thread(_id)).totalDocs).toBe(1)
})

test('a thread returns its newest 50 messages unless after, before or limit is given [D7.8]', async () => {
  const { _id } = await member.raise()
  for (let number = 1; number <= 60; number++) await member.say(_id, String(number))

  const newest = await thread(_id)
  expect(newest.docs.map(({ seq }) => seq)).toEqual(Array.from({ length: 50 }, (_, index) => index + 11))
  expect(newest).toMatchObject({ totalDocs: 60, hasEarlier: true, hasLater: false })
  expect(await textsOf(_id, '&before=11')).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'])
  expect(await textsOf(_id, '&before=11&limit=2')).toEqual(['9', '10'])
  expect(await textsOf(_id, '&after=57')).toEqual(['58', '59', '60'])
  expect(await thread(_id, '&after=10&limit=2')).toMatchObject({ hasEarlier: true, hasLater: true })
  expect(await textsOf(_id, '&after=10&limit=2')).toEqual(['11', '12'])
  expect(await textsOf(_id, '&after=60')).toEqual([])
  expect(await thread(_id, '&before=1')).toMatchObject({ docs: [], hasEarlier: false, hasLater: true })
})

test('simultaneous messages get numbers without gaps or duplicates, in the order of their times [D7.8]', async () => {
  const { _id } = await member.raise()
  await Promise.all(Array.from({ length: 25 }, (_, index) => (index % 2 ? member : owner).say(_id, `at once ${index}`)))
  const { docs } = await thread(_id)
  expect(docs.map(({ seq }) => seq)).toEqual(Array.from({ length: 25 }, (_, index) => index + 1))
  expect(new Set(docs.map(({ message }) => message)).size).toBe(25)
  const times = docs.map(({ createdAt }) => createdAt)
  expect(times).toEqual(times.toSorted())
})

test('a thread that is read while others write has a total that matches its messages [D7.8]', async () => {
  const { _id } = await member.raise()
  const writing = Promise.all(Array.from({ length: 40 }, (_, index) => member.say(_id, `meanwhile ${index}`)))
  for (let seen = 0; seen < 40;) {
    const reads = await Promise.all(Array.from({ length: 4 }, () => thread(_id)))
    for (const { docs, totalDocs, hasLater } of reads) {
      seen = docs.at(-1)?.seq ?? 0
      expect({ totalDocs, hasLater }).toEqual({ totalDocs: seen, hasLater: false })
    }
  }
  await writing
})

test('a refused message leaves no gap [D7.8]', async () => {
  const { _id } = await member.raise()
  await member.say(_id, 'one')
  await member.say(_id, 'x'.repeat(10_001))
  await member.say(_id, 'two')
  expect((await thread(_id)).docs.map(({ seq }) => seq)).toEqual([1, 2])
})

test('a repeated send with the same Idempotency-Key returns the first message, no matter how late [D7.4]', async () => {
  const { _id } = await member.raise()
  const key = { 'idempotency-key': randomUUID() }
  const first = await member.say(_id, 'Once', key)
  const again = await member.say(_id, 'Once', key)
  expect(again).toMatchObject({ status: 201, body: first.body })
  // The stored response expires after some days, but the message keeps its client id for ever.
  await app.db`delete from idempotency`
  expect((await member.say(_id, 'Once', key)).body.data).toMatchObject({ _id: first.body.data._id, seq: 1 })
  expect((await member.say(_id, 'Something else', key)).status).toBe(409)
  expect((await thread(_id)).totalDocs).toBe(1)
})

test('only the sender of a message sees its client id', async () => {
  const { _id } = await member.raise()
  const clientId = randomUUID()
  const sent = await member.say(_id, 'Mine', { 'idempotency-key': clientId })
  expect(sent.body.data.clientId).toBe(clientId)
  expect((await thread(_id)).docs[0]?.clientId).toBe(clientId)
  expect((await thread(_id, '', owner)).docs[0]).not.toHaveProperty('clientId')
})

test('an enquiry has the number of messages in its thread', async () => {
  const { _id } = await member.raise()
  await member.say(_id, 'one')
  const { body } = await member.get(`/enquiry?_id=${_id}`)
  expect(body.data.docs[0]).toMatchObject({ messageCount: 1, version: 1 })
})

test('a change that a message makes is named in the response, and recorded after the message [S8.1]', async () => {
  const { _id: enquiry } = await member.raise()
  const reply = { enquiry, side: 'host', message: 'Done', enquiryStatus: 'closed' }
  const { message, data: sent } = (await agent.post('/chat', reply)).body
  expect(message).toBe('Comment sent. The enquiry is now “Closed”')
  const history = (await agent.get(`/enquiry/activity?enquiryId=${enquiry}`)).body.data.docs
  expect(history[0].changes.status).toEqual(['open', 'closed'])
  expect(history[0].createdAt >= sent.createdAt).toBe(true)
})
