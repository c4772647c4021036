import { randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { join, Person, registerOwner } from '#server/test/people.ts'
import { secondServer, testApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'
import { startPrimary, startReplica } from './replica.ts'

/** A server whose lists come from a replica of a cluster of its own. */
export async function replicatedApp() {
  const primary = await startPrimary()
  const replica = await startReplica(primary)
  const first = await testApp()
  const config = { ...first.config, readDatabase: replica.connection }
  const server = await secondServer({ ...first, config, connection: primary.connection })
  return { primary, replica, server }
}

type Replicated = Awaited<ReturnType<typeof replicatedApp>>

/** An owner with an enquiry, and an agent. The replica has what both wrote, and then replays nothing during the test. */
export async function peopleOnPausedReplica({ primary, replica, server }: Replicated) {
  const owner = await registerOwner(server)
  const agent = await join(owner, 'agent')
  const enquiry = await owner.raise({ summery: 'First' })
  await saveView(agent)
  await replica.pause()
  onTestFinished(() => replica.resume())
  for (const person of [owner, agent]) await untilReplicaIsRead(primary, person)
  return { owner, agent, enquiry }
}

/** A write that no event announces. */
export async function saveView(person: Person) {
  const { status, body } = await person.post('/views', { name: randomUUID(), query: 'enquiryStatus=open' })
  if (status !== 201) throw new Error(`not saved: ${JSON.stringify(body)}`)
}

export function untilReplicaIsRead(primary: Replicated['primary'], person: Person) {
  return waitFor(async () => {
    if (!(await readsFromReplica(primary, person))) throw new Error('the list comes from the primary')
  })
}

/** Whether a list lacks a change of the primary, while the replica is paused. The change belongs to no session. */
export async function readsFromReplica({ superuser }: Replicated['primary'], person: Person) {
  const text = randomUUID()
  await superuser`update enquiry set comments = ${text} where company_id = ${person.user.company._id}`
  const { body } = await person.get<{ docs: { comments: string }[] }>('/enquiry')
  return body.data.docs.every(({ comments }) => comments !== text)
}

/** The person as a client of another server. */
export function onServer(server: Person['test'], { user, accessToken, password }: Person) {
  return new Person(server, user, accessToken, password)
}

export async function summaries(person: Person, query = '') {
  const { status, body } = await person.get<{ docs: { summery: string }[] }>(`/enquiry${query}`)
  if (status !== 200) throw new Error(`not listed: ${JSON.stringify(body)}`)
  return body.data.docs.map(({ summery }) => summery)
}
