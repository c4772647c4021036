import { expect, test } from 'vitest'
import { listen } from '#server/test/listening.ts'
import { people, type Person } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'

const { agent, member, viewer } = await people(await testApp())

/** The numbers of the last event that a person sees: in a response, and at the start of a stream. */
async function lastNoFor(person: Person) {
  const header = Number((await person.get('/enquiry')).headers['x-last-event'])
  const { heard, leave } = await listen(person)
  await waitFor(() => expect(heard[0]?.kind).toBe('hello'))
  leave()
  return [header, heard[0]!.content.no]
}

test('no number tells members and viewers that a note was written, or viewers that a message was [D6.2]', async () => {
  const { _id: enquiry } = await member.raise()
  const [before] = await lastNoFor(agent)
  for (const person of [member, viewer]) expect(await lastNoFor(person)).toEqual([before, before])
  expect((await agent.post('/notes', { enquiry, note: 'Careful with this one' })).status).toBe(201)
  expect(await lastNoFor(agent)).toEqual([before! + 1, before! + 1])
  for (const person of [member, viewer]) expect(await lastNoFor(person)).toEqual([before, before])
})
