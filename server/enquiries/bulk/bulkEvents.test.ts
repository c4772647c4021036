import { expect, onTestFinished, test } from 'vitest'
import { abilityFor } from '#contract/accounts/abilities.ts'
import type { Job } from '#contract/bulk.ts'
import type { ChangeEvent } from '#contract/events.ts'
import { listen } from '#server/test/listening.ts'
import { fillList } from '#server/test/manyEnquiries.ts'
import { join, type Person, registerOwner } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'

const app = await testApp()
const owner = await registerOwner(app)
const [agent, viewer] = [await join(owner, 'agent'), await join(owner, 'viewer')]

/** The chunks that the server writes to a listener. */
async function piecesFor(person: Person) {
  const holder = await app.tokens.verify(person.accessToken)
  const { role } = person.user
  const stream = await app.hub.join(
    { ...holder!, role, ability: abilityFor(role), lastEvent: 0, lastShownEvent: 0 },
    undefined,
  )
  onTestFinished(() => stream.end())
  const pieces: Buffer[] = []
  stream.body.on('data', (piece: Buffer) => pieces.push(piece))
  return pieces
}

const changesIn = (pieces: Buffer[]) => pieces.filter((piece) => piece.includes('event: change'))

function assertCovers(changes: ChangeEvent[], first: number, last: number) {
  const ranges = changes.map(({ numbers }) => numbers!)
  expect(ranges[0]!.from).toBe(first)
  expect(ranges.at(-1)!.to).toBe(last)
  for (const [index, { from, to }] of ranges.entries()) {
    expect(from).toBeLessThanOrEqual(to)
    if (index > 0) expect(from).toBeGreaterThan(ranges[index - 1]!.to)
  }
}

test('each listener gets one event for every hundred enquiries of a bulk change, serialised once for all listeners', async () => {
  await fillList(app, owner.user, 1000)
  const people = [owner, agent, viewer]
  const listeners = await Promise.all(people.map((person) => listen(person)))
  await waitFor(() => listeners.forEach(({ heard }) => expect(heard[0]?.kind).toBe('hello')))
  const { no } = listeners[0]!.heard[0]!.content
  const written = await Promise.all(people.map(piecesFor))

  const ordered = await agent.post<Job>('/enquiry/bulk', { filter: {}, enquiryStatus: 'inReview' })
  await waitFor(() => listeners.forEach(({ changes }) => expect(changes().at(-1)?.numbers?.to).toBe(1000)))
  for (const { changes } of listeners) {
    expect(changes()).toHaveLength(10)
    expect(changes().map((change) => change.no)).toEqual(Array.from({ length: 10 }, (_, index) => no + 1 + index))
    expect(changes()[0]).toMatchObject({ subject: 'enquiry', by: agent.user._id })
    assertCovers(changes(), 1, 1000)
  }

  await waitFor(() => written.forEach((pieces) => expect(changesIn(pieces)).toHaveLength(10)))
  const [first, ...others] = written.map(changesIn)
  for (const other of others) expect(other.every((piece, index) => piece === first![index])).toBe(true)

  await expect.poll(async () => (await agent.get(`/jobs/${ordered.body.data._id}`)).body.data.isFinished).toBe(true)
  expect((await agent.post(`/jobs/${ordered.body.data._id}/undo`, {})).status).toBe(202)
  await waitFor(() => listeners.forEach(({ changes }) => expect(changes()).toHaveLength(20)))
  assertCovers(listeners[0]!.changes().slice(10), 1, 1000)
})

test('a browser that reconnects gets the batches that it missed', async () => {
  const { heard } = await listen(owner)
  await waitFor(() => expect(heard[0]?.kind).toBe('hello'))
  const { no } = heard[0]!.content
  await agent.post('/enquiry/bulk', { filter: {}, enquiryStatus: 'inReview' })
  await waitFor(() => expect(heard.at(-1)?.content.numbers?.to).toBe(1000))
  const back = await listen(viewer, `?after=${no}`)
  await waitFor(() => expect(back.changes()).toHaveLength(10))
  assertCovers(back.changes(), 1, 1000)
})
