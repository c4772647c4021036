import { expect, test } from 'vitest'
import { customerForm } from '#server/test/customers.ts'
import { everyRow } from '#server/test/everyRow.ts'
import { join, people } from '#server/test/people.ts'
import { secondServer, testApp } from '#server/test/testApp.ts'
import { Visitor, visitorOf } from '#server/test/visitors.ts'
import { waitFor } from '#server/test/waitFor.ts'

const app = await testApp()
const { owner, agent, member } = await people(app)
const canary = 'canary-7f3a'

test('nothing internal reaches a customer, by any route or event [D11.4]', async () => {
  await owner.patch('/customer-form', customerForm())
  const visitor = await visitorOf(owner)
  const { heard, changes } = await visitor.listen()
  await waitFor(() => expect(heard.text).toContain('event: hello'))
  const spy = await join(owner, 'agent', `Agent ${canary}`)
  const id = visitor.enquiryId
  await agent.patch('/enquiry', { id, assignee: spy.user._id })
  await agent.patch('/enquiry', { id, comments: `Comment ${canary}` })
  await agent.patch('/enquiry', { id, comments: '' })
  await agent.patch('/enquiry', { id, comments: `Again ${canary}` })
  await agent.post('/notes', { enquiry: id, note: `Note ${canary} @Agent ${canary}`, mentions: [spy.user._id] })
  await agent.post('/answers', { name: canary, answer: canary })
  const other = await visitorOf(owner, { summery: `Other ${canary}` })
  await other.say(`Elsewhere ${canary}`)
  await agent.post('/chat', { enquiry: id, side: 'host', message: 'A reply' })
  await waitFor(() => expect(changes()).toBe(1))

  const responses = [
    await visitor.read(),
    await visitor.read('?before=1'),
    await visitor.say('Thanks'),
    await visitor.see(2),
    await visitor.say(''),
    await visitor.post('/customer/link'),
    await visitor.read(`?enquiryId=${other.enquiryId}`),
  ]
  const received = JSON.stringify(responses.map(({ body }) => body)) + heard.text
  expect(received).toContain('A reply')
  for (const secret of [canary, spy.user._id, agent.user._id, agent.user.email, other.enquiryId, visitor.enquiryId]) {
    expect(received).not.toContain(secret)
  }
  for (const inner of ['assignee', 'comments', 'role', 'profilePic', 'version', 'history']) {
    expect(received).not.toContain(`"${inner}"`)
  }
})

test('the stream tells of messages and of a new status, and of nothing else [D11.4]', async () => {
  const visitor = await visitorOf(owner)
  const { response, heard, changes } = await visitor.listen()
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  await waitFor(() => expect(heard.text).toContain('event: hello'))
  const id = visitor.enquiryId
  await agent.patch('/enquiry', { id, assignee: agent.user._id })
  await agent.post('/notes', { enquiry: id, note: 'Mind it' })
  await agent.post('/seen', { enquiry: id, seq: 0, side: 'host' })
  await member.say((await member.raise())._id, 'Another thread')
  await agent.patch('/enquiry', { id, enquiryStatus: 'in-progress' })
  await waitFor(() => expect(changes()).toBe(1))
  await agent.post('/chat', { enquiry: id, side: 'host', message: 'A reply' })
  await waitFor(() => expect(changes()).toBe(2))
  expect(heard.text.replaceAll(/event: (hello|change)\ndata: \{\}\n\n/g, '')).toBe('')
})

test('the stream tells of a bulk change and of what another server does [D11.4]', async () => {
  const visitor = await visitorOf(owner)
  const { heard, changes } = await visitor.listen()
  await waitFor(() => expect(heard.text).toContain('event: hello'))
  await agent.post('/enquiry/bulk', { ids: [(await member.raise())._id, visitor.enquiryId], enquiryStatus: 'closed' })
  await waitFor(() => expect(changes()).toBe(1))
  const elsewhere = await secondServer(app)
  await new Visitor(elsewhere, visitor.enquiryId, visitor.token).say('From elsewhere')
  await waitFor(() => expect(changes()).toBe(2))
})

test('the stream ends when the link is revoked [D11.4]', async () => {
  const visitor = await visitorOf(owner)
  const { heard } = await visitor.listen()
  await waitFor(() => expect(heard.text).toContain('event: hello'))
  await agent.delete(`/customer-links?enquiryId=${visitor.enquiryId}`)
  await waitFor(() => expect(heard.isEnded).toBe(true))
})

test('colleagues’ pages learn of a message at once [D11.4]', async () => {
  const visitor = await visitorOf(owner)
  const changed = new Promise<string>((resolve) => {
    const listener = {
      companyId: owner.user.company._id,
      receive: (events: { subject: string }[]) => resolve(events.map(({ subject }) => subject).join()),
      leave: () => {},
    }
    void app.hub.listen(listener).then((leave) => void visitor.say('Hello').then(() => changed.then(leave)))
  })
  expect(await changed).toContain('thread')
})

test('opening the page or reading the thread changes nothing [D11.3]', async () => {
  const visitor = await visitorOf(owner)
  await visitor.say('Hello')
  const before = await everyRow(app)
  for (let times = 0; times < 50; times++) {
    for (const method of ['GET', 'HEAD'] as const) {
      await app.app.inject({ method, url: `/t/${visitor.token}` })
      await app.app.inject({ method, url: '/api/customer/thread', headers: visitor.headers })
    }
  }
  expect((await visitor.read()).status).toBe(200)
  expect(await everyRow(app)).toEqual(before)
})
