import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { CustomerThread } from '#contract/customers/thread.ts'
import { limits } from '#contract/limits.ts'
import { formOf } from '#server/test/forms.ts'
import { ask, people } from '#server/test/people.ts'
import { picture } from '#server/test/pictures.ts'
import { testApp } from '#server/test/testApp.ts'
import { Visitor, visitorOf } from '#server/test/visitors.ts'
import { statusFor } from './customerThread.ts'

const app = await testApp()
const { owner, agent, member } = await people(app)

function reply(enquiry: string, message: string, fields: object = {}) {
  return agent.post('/chat', { enquiry, side: 'host', message, ...fields })
}

test('a stopping server sends the pages of customers to another one [D13.3]', async () => {
  const { heard } = await (await visitorOf(owner)).listen()
  await vi.waitFor(() => expect(heard.text).toContain('event: hello'))
  app.hub.sendAway(0)
  await vi.waitFor(() =>
    expect(heard).toEqual({ text: expect.stringMatching(/event: leave\ndata: {}\n\n$/), isEnded: true }),
  )
})

test('a customer reads the question and the messages, with names only [D11.4]', async () => {
  const visitor = await visitorOf(owner, { name: 'Mia Kunde', summery: 'Lamp', description: 'It is broken.' })
  await visitor.say('Are you there?')
  await reply(visitor.enquiryId, 'Yes, we are.')
  const { status, body, headers } = await visitor.read()
  expect({ status, cache: headers['cache-control'] }).toEqual({ status: 200, cache: 'no-store' })
  expect(body.data).toEqual({
    key: expect.stringMatching(/^[\w-]{22}$/),
    enquiryId: expect.stringMatching(/^ENQ-\d{6}$/),
    enquiryType: 'Question',
    summery: 'Lamp',
    description: 'It is broken.',
    documents: [],
    createdAt: expect.any(String),
    status: 'answered',
    canReopen: false,
    canReply: true,
    name: 'Mia Kunde',
    language: 'en',
    company: { companyName: 'Acme', logo: null },
    satisfaction: null,
    messages: [
      {
        seq: 1,
        clientId: expect.any(String),
        side: 'customer',
        isOwn: true,
        name: 'Mia Kunde',
        createdAt: expect.any(String),
        message: 'Are you there?',
        files: [],
      },
      {
        seq: 2,
        side: 'host',
        isOwn: false,
        name: 'Aggie Agent',
        createdAt: expect.any(String),
        message: 'Yes, we are.',
        files: [],
      },
    ],
    hasEarlier: false,
  })
})

test('a long thread is read in pages, newest first [D11.4]', async () => {
  const visitor = await visitorOf(owner)
  const rows = Array.from({ length: limits.thread.size + 2 }, (_, index) => `Message ${index + 1}`)
  for (const message of rows) await visitor.say(message)
  const { messages, hasEarlier } = CustomerThread.parse((await visitor.read()).body.data)
  expect([messages.length, messages[0]!.message, hasEarlier]).toEqual([limits.thread.size, 'Message 3', true])
  const earlier = CustomerThread.parse((await visitor.read(`?before=${messages[0]!.seq}`)).body.data)
  expect(earlier.messages.map(({ message }) => message)).toEqual(['Message 1', 'Message 2'])
  expect(earlier.hasEarlier).toBe(false)
})

test('the customer reads the status in plain words [D11.4]', async () => {
  const visitor = await visitorOf(owner)
  const statusNow = async () => (await visitor.read()).body.data.status
  const change = (enquiryStatus: string) => agent.patch('/enquiry', { id: visitor.enquiryId, enquiryStatus })
  expect(await statusNow()).toBe('received')
  await change('in-progress')
  expect(await statusNow()).toBe('inProgress')
  await reply(visitor.enquiryId, 'Which one?', { enquiryStatus: 'onHold' })
  expect(await statusNow()).toBe('waiting')
  await change('closed')
  expect(await statusNow()).toBe('closed')
  expect(statusFor('inReview', 'customer')).toBe('inProgress')
})

test.each(['closed', 'onHold'])('a message reopens an enquiry that is %s [D11.4]', async (enquiryStatus) => {
  const visitor = await visitorOf(owner)
  await agent.patch('/enquiry', { id: visitor.enquiryId, enquiryStatus })
  expect((await visitor.read()).body.data.canReopen).toBe(enquiryStatus === 'closed')
  expect((await visitor.say('One more thing')).status).toBe(201)
  expect((await visitor.read()).body.data).toMatchObject({ status: 'received', canReopen: false })
  const { body } = await agent.get(`/enquiry/activity?enquiryId=${visitor.enquiryId}`)
  expect(body.data.docs[0]).toMatchObject({ action: 'reopened', by: { name: 'Mia Kunde', kind: 'contact' } })
})

test('a message that is sent again with its key is stored once, and refused while the first is in progress [D11.4] [D7.4]', async () => {
  const visitor = await visitorOf(owner)
  const headers = { 'idempotency-key': randomUUID() }
  const responses = await Promise.all([1, 2, 3, 4].map(() => visitor.say('Only once', headers)))
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
  expect((await visitor.say('Only once', headers)).body.data.seq).toBe(1)
  expect((await visitor.say('Something else', headers)).status).toBe(409)
  expect((await visitor.read()).body.data.messages).toHaveLength(1)
})

test('files are checked as those of colleagues, and shown by signed addresses [D11.4]', async () => {
  const visitor = await visitorOf(owner)
  const image = { name: 'lamp.png', url: await picture() }
  const { status, body } = await visitor.say('', {}, { files: [image] })
  expect({ status, files: body.data.files }).toMatchObject({
    status: 201,
    files: [{ kind: 'image', name: 'lamp.png' }],
  })
  const { statusCode } = await app.app.inject(body.data.files[0].thumbnail)
  expect(statusCode).toBe(200)
  const form = await formOf({ message: 'The bill' }, [
    { name: 'bill.pdf', bytes: Buffer.from('%PDF-1.7\na bill\n'), field: 'files' },
  ])
  const headers = { ...visitor.headers, 'content-type': form.type }
  const sent = await ask(app, { method: 'POST', url: '/customer/thread', payload: form.payload, headers })
  expect(sent.body.data).toMatchObject({ message: 'The bill', files: [{ kind: 'file', name: 'bill.pdf' }] })
  const script = { name: 'run.exe', url: `data:application/octet-stream;base64,${btoa('MZ')}` }
  expect((await visitor.say('', {}, { files: [script] })).status).toBe(415)
  expect((await visitor.say(' ')).status).toBe(400)
})

test('followers are notified, and an unassigned enquiry is unread for people who may answer [D11.4]', async () => {
  const visitor = await visitorOf(owner)
  const unread = async () => (await agent.get('/unread')).body.data.enquiries
  const before = await unread()
  await visitor.say('Hello?')
  expect(await unread()).toBe(before + 1)
  await reply(visitor.enquiryId, 'Hello!')
  await visitor.say('Thank you')
  const { docs } = (await agent.get('/notification')).body.data
  expect(docs[0]).toMatchObject({ kind: 'reply', by: { name: 'Mia Kunde', kind: 'contact' } })
  const rows = await app.db`select user_id from seen where enquiry_id = ${visitor.enquiryId}`
  expect(rows.map(({ userId }) => userId)).toEqual([agent.user._id])
})

test('a blocked customer reads, but cannot write [D11.4]', async () => {
  const visitor = await visitorOf(owner)
  await app.db`
    update contact set blocked_at = now()
    where id = (select created_by from enquiry where id = ${visitor.enquiryId})`
  expect((await visitor.read()).body.data).toMatchObject({ canReply: false, canReopen: false })
  const { status, body } = await visitor.say('Hello?')
  expect({ status, message: body.message }).toEqual({
    status: 403,
    message: 'You cannot write to this company here any more',
  })
})

function requesterOf({ enquiryId }: Visitor) {
  return app.db`select created_by as id from enquiry where id = ${enquiryId}`
}

test('a message of a merged contact stays the customer’s own [D11.4]', async () => {
  const visitor = await visitorOf(owner, { name: 'Mia' })
  await visitor.say('Hello?')
  const other = await visitorOf(owner, { name: 'Mia Kunde' })
  const [[contact], [into]] = await Promise.all([requesterOf(visitor), requesterOf(other)])
  await owner.post('/contacts/merge', { contact: contact!.id, into: into!.id })
  await visitor.say('And again')
  const { messages } = CustomerThread.parse((await visitor.read()).body.data)
  expect(messages.map(({ isOwn, name }) => [isOwn, name])).toEqual([
    [true, 'Mia Kunde'],
    [true, 'Mia Kunde'],
  ])
})

test('a colleague who writes in the customer’s name is not shown as the customer [D11.4]', async () => {
  const visitor = await visitorOf(owner)
  await member.say(visitor.enquiryId, 'She called us')
  expect((await visitor.read()).body.data.messages[0]).toMatchObject({ side: 'customer', isOwn: false })
})

test('what the customer has read is shown to the host, and never goes back [D11.4]', async () => {
  const visitor = await visitorOf(owner)
  const seenBy = async () => (await agent.get(`/chat?enquiryId=${visitor.enquiryId}`)).body.data.seenBy.customer
  await reply(visitor.enquiryId, 'One')
  await reply(visitor.enquiryId, 'Two')
  expect(await seenBy()).toBe(0)
  const { body } = await visitor.see(1)
  expect(body).toEqual({ data: null })
  expect(await seenBy()).toBe(1)
  await visitor.see(99)
  await visitor.see(1)
  expect(await seenBy()).toBe(2)
  const events = await app.db`select 1 from event where subject = 'seen' and subject_id = ${visitor.enquiryId}`
  expect(events).toHaveLength(2)
})

test('without a usable link there is nothing, however it is asked for [D11.4]', async () => {
  const visitor = await visitorOf(owner)
  const asking = (authorization?: string) =>
    ask(app, { method: 'GET', url: '/customer/thread', headers: authorization ? { authorization } : {} })
  const guesses = [undefined, '', 'Customer', `Bearer ${visitor.token}`, `Customer ${visitor.token}x`, 'Customer a b']
  const statuses = await Promise.all(guesses.map(async (guess) => (await asking(guess)).status))
  expect(statuses).toEqual(guesses.map(() => 404))
  const other = new Visitor(app, visitor.enquiryId, randomUUID().slice(0, 22))
  expect((await other.say('Hello')).status).toBe(404)
  expect((await other.see(1)).status).toBe(404)
  expect((await other.post('/customer/link')).status).toBe(404)
  expect((await other.listen()).response.status).toBe(404)
})

test('the files of a stranger are refused before they are received [D11.4]', async () => {
  const form = await formOf({ message: 'Hello' }, [{ name: 'a.txt', bytes: Buffer.alloc(5000, 'a'), field: 'files' }])
  const received = vi.spyOn(app.storage, 'receive')
  const headers = { authorization: `Customer ${'a'.repeat(22)}`, 'content-type': form.type }
  const { status } = await ask(app, { method: 'POST', url: '/customer/thread', payload: form.payload, headers })
  expect(status).toBe(404)
  expect(received).not.toHaveBeenCalled()
})

test('guessed tokens are limited by address [D11.3]', async () => {
  const strict = await testApp({ REQUESTS_PER_MINUTE: '20' })
  const guess = () => new Visitor(strict, '', randomUUID().replaceAll('-', '').slice(0, 22)).read()
  const statuses: number[] = []
  for (let tries = 0; tries < 25; tries++) statuses.push((await guess()).status)
  expect([statuses[0], statuses.at(-1)]).toEqual([404, 429])
})
