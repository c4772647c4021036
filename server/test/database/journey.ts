import { expect } from 'vitest'
import { listen } from '#server/test/listening.ts'
import { join, Person, registerOwner } from '#server/test/people.ts'
import type { TestApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'

/** For a server that polls for changes so rarely that it hears of them by notifications only. */
export const noPolling = { tickMs: 3_600_000 }

/** The same person, on another server of the same database. */
export function on(server: TestApp, { user, accessToken, password }: Person) {
  return new Person(server, user, accessToken, password)
}

/** Goes through the product once: registers, creates, searches, writes, and hears of it live on the other server. */
export async function goThrough(server: TestApp, other: TestApp) {
  const owner = await registerOwner(server)
  const agent = await join(owner, 'agent')
  const { heard, changes } = await listen(on(other, agent))
  await waitFor(() => expect(heard).not.toEqual([]))
  const raised = await Promise.all(Array.from({ length: 20 }, (_, n) => owner.raise({ summery: `Leaking pipe ${n}` })))
  expect(new Set(raised.map(({ enquiryId }) => enquiryId)).size).toBe(20)
  expect((await agent.get('/enquiry?search=leak%20pipe&sort=summery')).body.data.totalDocs).toBe(20)
  const { _id } = raised[0]!
  expect((await owner.say(_id, 'It is the one in the kitchen')).status).toBe(201)
  const thread = await agent.get(`/chat?enquiryId=${_id}`)
  expect(JSON.stringify(thread.body)).toContain('It is the one in the kitchen')
  await waitFor(() => {
    const subjects = changes().flatMap(({ id, subject }) => (id === _id ? [subject] : []))
    expect(subjects).toEqual(expect.arrayContaining(['enquiry', 'thread']))
  })
  expect((await server.app.inject('/readyz')).statusCode).toBe(200)
}
