import { expect, test } from 'vitest'
import { listen } from '#server/test/listening.ts'
import { people, type Person } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'

const app = await testApp()
const { owner, agent, member, viewer } = await people(app)

/** What each of them hears of some work, up to an enquiry that everybody hears of. */
async function heardOf(work: () => Promise<unknown>, listeners: Person[]) {
  const streams = await Promise.all(listeners.map((person) => listen(person)))
  await waitFor(() => streams.forEach(({ heard }) => expect(heard).not.toEqual([])))
  await work()
  const last = await member.raise()
  await waitFor(() => streams.forEach(({ changes }) => expect(changes().at(-1)).toMatchObject({ id: last._id })))
  return streams.map(({ changes }) => changes().slice(0, -1))
}

test('a note is told to those who may answer, and to nobody else', async () => {
  const { _id: enquiry } = await member.raise()
  const [ofOwner, ofMember, ofViewer] = await heardOf(
    () => agent.post('/notes', { enquiry, note: 'between us' }),
    [owner, member, viewer],
  )
  expect(ofOwner).toMatchObject([{ subject: 'note', id: enquiry, by: agent.user._id }])
  expect([ofMember, ofViewer]).toEqual([[], []])
})

test('what becomes of canned responses is told to those who may answer, and to nobody else', async () => {
  const [ofOwner, ofMember, ofViewer] = await heardOf(async () => {
    const { body } = await agent.post('/answers', { name: 'Hello', answer: 'Hello' })
    await agent.patch(`/answers/${body.data._id}`, { name: 'Hallo' })
    await agent.delete(`/answers/${body.data._id}`)
  }, [owner, member, viewer])
  expect(ofOwner!.map(({ subject }) => subject)).toEqual(['answers', 'answers', 'answers'])
  expect([ofMember, ofViewer]).toEqual([[], []])
})

test('that a thread was seen is told once, to those who may read it', async () => {
  const { _id: enquiry } = await member.raise()
  await member.say(enquiry, 'Hello')
  const [ofMember, ofViewer] = await heardOf(async () => {
    for (const seq of [1, 1, 0]) await agent.post('/seen', { enquiry, seq, side: 'host' })
  }, [member, viewer])
  expect(ofMember).toMatchObject([{ subject: 'seen', id: enquiry, by: agent.user._id }])
  expect(ofViewer).toEqual([])
})

test('a hand-over is told as a change of the enquiry', async () => {
  const { _id: id } = await member.raise()
  const [ofOwner] = await heardOf(() => agent.patch('/enquiry', { id, assignee: agent.user._id }), [owner])
  expect(ofOwner).toMatchObject([{ subject: 'enquiry', id }])
})

test('no export, history or list of who may not answer holds a note or a canned response', async () => {
  const { _id: enquiry } = await member.raise()
  await agent.post('/notes', { enquiry, note: 'a word between us' })
  await agent.post('/answers', { name: 'A word', answer: 'a word between us' })
  const addresses = [
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
    for (const address of addresses) {
      const { body } = await person.get(address)
      expect([address, JSON.stringify(body)]).toEqual([address, expect.not.stringMatching(/between us|A word/)])
    }
  }
})
