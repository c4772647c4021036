import { expect, test, vi } from 'vitest'
import { Notifications } from '#contract/notifications.ts'
import { listen } from '#server/test/listening.ts'
import { join, people, type Person } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'

const app = await testApp()
const { owner, agent, member } = await people(app)

function reply(person: Person, enquiry: string) {
  return person.post('/chat', { enquiry, side: 'host', message: 'A reply' })
}

async function repliesReported(person: Person) {
  const { docs } = Notifications.parse((await person.get('/notification')).body.data)
  return docs.filter(({ kind }) => kind === 'reply').reduce((sum, { count }) => sum + count, 0)
}

test.each([
  [
    'marking all as read',
    (person: Person) => person.patch('/notification', { upTo: new Date().toISOString(), isRead: true }),
  ],
  ['reading the thread', (person: Person, enquiry: string) => person.post('/seen', { enquiry, seq: 2_000_000_000 })],
])('a reply at the moment of %s is reported exactly once', async (_title, mark) => {
  const reader = await join(owner, 'member')
  const { _id } = await reader.raise()
  // All of them fit on the first page of the inbox.
  for (let round = 0; round < 9; round++) {
    await Promise.all([reply(agent, _id), mark(reader, _id), reply(owner, _id)])
  }
  expect(await repliesReported(reader)).toBe(18)
})

test('people who write, assign, mention, read and mark at the same time never wait for each other in a circle', async () => {
  const others = await Promise.all(['Ben', 'Cid', 'Dan'].map((name) => join(owner, 'agent', name)))
  const colleagues = [owner, agent, ...others]
  const raised = await Promise.all([member.raise(), member.raise(), member.raise()])
  const ids = raised.map(({ _id }) => _id)
  for (const person of colleagues) for (const id of ids) await reply(person, id)
  const mentions = colleagues.map(({ user }) => user._id)
  const note = colleagues.map(({ user }) => `@${user.name}`).join(' ')
  const statuses: number[] = []
  const logged = vi.spyOn(app.app.log, 'error')
  await Promise.all(
    colleagues.map(async (person, place) => {
      for (let round = 0; round < 6; round++) {
        const enquiry = ids[(round + place) % 3]!
        const assignee = colleagues[(place + round) % 5]!.user._id
        const requests = [
          () => reply(person, enquiry),
          () => person.post('/notes', { enquiry, note, mentions }),
          () => person.patch('/enquiry', { id: enquiry, assignee }),
          () => person.post('/seen', { enquiry, seq: 5, side: 'host' }),
          () => person.patch('/notification', { upTo: new Date().toISOString(), isRead: true }),
          () => person.post('/enquiry/bulk', { ids, assignee }),
        ]
        const responses = await Promise.all(requests.map(untilNotBusy))
        statuses.push(...responses.map(({ status }) => status))
      }
    }),
  )
  expect(statuses.filter((status) => status >= 300)).toEqual([])
  const causes = logged.mock.calls.map(([context]) => (context as { err?: { code?: string } }).err?.code)
  expect(causes).not.toContain(deadlockDetected)
  logged.mockRestore()
})

/** An SQLSTATE. */
const deadlockDetected = '40P01'

/** A machine that stands still for a few seconds makes the server refuse requests for a moment, as it should. */
async function untilNotBusy<T extends { status: number }>(request: () => Promise<T>): Promise<T> {
  const response = await request()
  return response.status === 503 ? untilNotBusy(request) : response
}

test('only the person’s own devices learn that they marked notifications, in an event that older pages know', async () => {
  // Another company, because bulk changes of the one above may still be running.
  const elsewhere = await people(app)
  const { _id: enquiry } = await elsewhere.member.raise()
  await reply(elsewhere.agent, enquiry)
  const [own, other] = [await listen(elsewhere.member), await listen(elsewhere.agent)]
  await waitFor(() => expect([own.heard.length, other.heard.length]).toEqual([1, 1]))
  const mark = { upTo: new Date().toISOString(), isRead: true }
  await elsewhere.member.patch('/notification', mark)
  await elsewhere.member.patch('/notification', mark)
  await elsewhere.member.say(enquiry, 'Thanks')
  const { _id } = elsewhere.member.user
  await waitFor(() => expect(other.changes()).toMatchObject([{ subject: 'thread' }]))
  await waitFor(() =>
    expect(own.changes()).toMatchObject([{ subject: 'seen', id: _id, by: _id }, { subject: 'thread' }]),
  )
})
