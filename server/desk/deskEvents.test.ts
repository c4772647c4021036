import { expect, test } from 'vitest'
import { listen } from '#server/test/listening.ts'
import { people, type Person } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'

const app = await testApp()
const { owner, agent, member, viewer } = await people(app)

/** Returns the events that each person receives during some work. A new enquiry, which everyone receives, marks the end. */
async function eventsDuring(work: () => Promise<unknown>, listeners: Person[]) {
  const streams = await Promise.all(listeners.map((person) => listen(person)))
  await waitFor(() => streams.forEach(({ heard }) => expect(heard).not.toEqual([])))
  await work()
  const last = await member.raise()
  await waitFor(() => streams.forEach(({ changes }) => expect(changes().at(-1)).toMatchObject({ id: last._id })))
  return streams.map(({ changes }) => changes().slice(0, -1))
}

test('only people who may answer receive the event of a note', async () => {
  const { _id: enquiry } = await member.raise()
  const [ownerEvents, memberEvents, viewerEvents] = await eventsDuring(
    () => agent.post('/notes', { enquiry, note: 'between us' }),
    [owner, member, viewer],
  )
  expect(ownerEvents).toMatchObject([{ subject: 'note', id: enquiry, by: agent.user._id }])
  expect([memberEvents, viewerEvents]).toEqual([[], []])
})

test('only people who may answer receive events of canned responses', async () => {
  const [ownerEvents, memberEvents, viewerEvents] = await eventsDuring(async () => {
    const { body } = await agent.post('/answers', { name: 'Hello', answer: 'Hello' })
    await agent.patch(`/answers/${body.data._id}`, { name: 'Hallo' })
    await agent.delete(`/answers/${body.data._id}`)
  }, [owner, member, viewer])
  expect(ownerEvents!.map(({ subject }) => subject)).toEqual(['answers', 'answers', 'answers'])
  expect([memberEvents, viewerEvents]).toEqual([[], []])
})

test('a seen mark is announced once, and only to people who may read the thread', async () => {
  const { _id: enquiry } = await member.raise()
  await member.say(enquiry, 'Hello')
  const [memberEvents, viewerEvents] = await eventsDuring(async () => {
    for (const seq of [1, 1, 0]) await agent.post('/seen', { enquiry, seq, side: 'host' })
  }, [member, viewer])
  expect(memberEvents).toMatchObject([{ subject: 'seen', id: enquiry, by: agent.user._id }])
  expect(viewerEvents).toEqual([])
})

test('an assignment is announced as a change of the enquiry', async () => {
  const { _id: id } = await member.raise()
  const [ownerEvents] = await eventsDuring(() => agent.patch('/enquiry', { id, assignee: agent.user._id }), [owner])
  expect(ownerEvents).toMatchObject([{ subject: 'enquiry', id }])
})

test('no export, history or list reveals a note or a canned response to people who may not answer', async () => {
  const { _id: enquiry } = await member.raise()
  await agent.post('/notes', { enquiry, note: 'a word between us' })
  await agent.post('/answers', { name: 'A word', answer: 'a word between us' })
  const urls = [
    '/enquiry',
    '/enquiry?search=between',
    `/enquiry?_id=${enquiry}`,
    '/enquiry/summary',
    '/enquiry/export',
    `/enquiry/activity?enquiryId=${enquiry}`,
    `/enquiry/activity?enquiryId=${member.user.company._id}`,
    `/chat?enquiryId=${enquiry}`,
    `/notes?enquiryId=${enquiry}`,
    '/answers',
    '/desk/queue',
    '/desk/summary',
  ]
  for (const person of [member, viewer]) {
    for (const url of urls) {
      const { body } = await person.get(url)
      expect([url, JSON.stringify(body)]).toEqual([url, expect.not.stringMatching(/between us|A word/)])
    }
  }
})
