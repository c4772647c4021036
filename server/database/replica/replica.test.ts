import { expect, test } from 'vitest'
import { raiseAsCustomer } from '#server/test/customers.ts'
import {
  onServer,
  peopleOnPausedReplica,
  readsFromReplica,
  replicatedApp,
  saveView,
  summaries,
  untilReplicaIsRead,
} from '#server/test/database/replicated.ts'
import { listen } from '#server/test/listening.ts'
import { ask, Person } from '#server/test/people.ts'
import { secondServer } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'

const replicated = await replicatedApp()
const { primary, replica, server } = replicated
const other = await secondServer(server)

test('a list comes from the replica once it has the last write of the session, and until then from the primary [D13.2]', async () => {
  const { owner, agent } = await peopleOnPausedReplica(replicated)
  await owner.raise({ summery: 'Second' })
  expect(await summaries(owner)).toEqual(['Second', 'First'])
  // The agent's session has written nothing that the replica lacks.
  expect(await summaries(agent)).toEqual(['First'])
  // An event that the primary has may be missing here.
  expect((await agent.get('/enquiry')).headers).not.toHaveProperty('x-last-event')
  await replica.resume()
  expect(await summaries(agent)).toEqual(['Second', 'First'])
  await replica.pause()
  await untilReplicaIsRead(primary, owner)
})

type Read = (person: Person) => Promise<unknown>

const reads: [name: string, read: Read, before: unknown, after: unknown][] = [
  ['a search', (person) => summaries(person, '?search=second'), [], ['Second']],
  ['a sorted list', (person) => summaries(person, '?sort=summery'), ['First'], ['First', 'Second']],
  ['the totals', async (person) => (await person.get('/enquiry/summary')).body.data.total, 1, 2],
  [
    'the requesters',
    async (person) => names((await person.get('/enquiry/raisers')).body.data),
    ['Olivia Owner'],
    ['Olivia'],
  ],
  ['the queue', async (person) => (await person.get('/desk/queue')).body.data.docs.length, 1, 2],
  ['the totals of the desk', async (person) => (await person.get('/desk/summary')).body.data.byStatus.open, 1, 2],
  ['an export', async (person) => linesOf(await person.get('/enquiry/export')), 1, 2],
  ['an export of a search', async (person) => linesOf(await person.get('/enquiry/export?search=second')), 0, 1],
]

test.each(reads)(
  '%s: read from the replica, but with what the session wrote [D13.2]',
  async (_name, read, before, after) => {
    const { owner, agent } = await peopleOnPausedReplica(replicated)
    await owner.patch('/users', { name: 'Olivia' })
    await owner.raise({ summery: 'Second' })
    expect(await read(agent)).toEqual(before)
    expect(await read(owner)).toEqual(after)
  },
)

test('an export of chosen enquiries comes from the replica, and does not count as a write [D13.2]', async () => {
  const { owner, agent, enquiry } = await peopleOnPausedReplica(replicated)
  await owner.patch('/enquiry', { id: enquiry._id, comments: 'Changed' })
  const exported = async (person: Person) => (await person.post('/enquiry/export', { ids: [enquiry._id] })).body.message
  expect(await exported(owner)).toContain('Changed')
  expect(await exported(agent)).not.toContain('Changed')
  expect(await readsFromReplica(primary, agent)).toBe(true)
})

test('contacts come from the replica, but contain what the session wrote [D13.2]', async () => {
  const { owner, agent } = await peopleOnPausedReplica(replicated)
  await replica.resume()
  await raiseAsCustomer(owner, { name: 'Mia Kunde' })
  await replica.pause()
  const [contact] = await contactsOf(owner)
  await owner.patch(`/contacts/${contact._id}`, { name: 'Mia Client' })
  expect(names(await contactsOf(owner))).toEqual(['Mia Client'])
  expect(names(await contactsOf(agent))).toEqual(['Mia Kunde'])
})

test('a list contains what the same session wrote through another server [D13.2]', async () => {
  const { owner } = await peopleOnPausedReplica(replicated)
  await onServer(other, owner).raise({ summery: 'Second' })
  expect(await summaries(owner)).toEqual(['Second', 'First'])
})

test('a list contains what the person wrote before signing in again [D13.2]', async () => {
  const { owner } = await peopleOnPausedReplica(replicated)
  await owner.raise({ summery: 'Second' })
  const payload = { email: owner.user.email, password: owner.password }
  const { body } = await ask(server, { method: 'POST', url: '/auth/login', payload })
  const again = new Person(server, owner.user, body.data.accessToken, owner.password)
  expect(await summaries(again)).toEqual(['Second', 'First'])
  expect(await summaries(again)).toEqual(['Second', 'First'])
})

test('a list that is fetched after a live event contains the change of the other person, on any server [D13.2]', async () => {
  const { owner, agent } = await peopleOnPausedReplica(replicated)
  const { heard, changes } = await listen(agent)
  await waitFor(() => expect(heard[0]?.kind).toBe('hello'))
  const raised = await owner.raise({ summery: 'Second' })
  await waitFor(() => expect(changes().map(({ id }) => id)).toContain(raised._id))
  expect(await summaries(agent)).toEqual(['Second', 'First'])
  expect(await summaries(onServer(other, agent))).toEqual(['Second', 'First'])
  await replica.resume()
  await replica.pause()
  await untilReplicaIsRead(primary, agent)
})

test('a session that receives live events also reads what it wrote without an event [D13.2]', async () => {
  const { agent } = await peopleOnPausedReplica(replicated)
  const { heard } = await listen(agent)
  await waitFor(() => expect(heard[0]?.kind).toBe('hello'))
  // The server sees the last event, before the replica catches up.
  await summaries(agent)
  await replica.resume()
  await replica.pause()
  await untilReplicaIsRead(primary, agent)
  await saveView(agent)
  expect(await readsFromReplica(primary, agent)).toBe(false)
})

test('a list contains a bulk change once its job is finished, and its undo [D13.2]', async () => {
  const { owner, enquiry } = await peopleOnPausedReplica(replicated)
  /** The replica has the order of the job, but none of its changes. */
  const runJob = async (url: string, order: object) => {
    const job = await server.db.begin(async (tx) => {
      await tx`select from enquiry where id = ${enquiry._id} for update`
      const { body } = await owner.post(url, order)
      await replica.resume()
      await replica.pause()
      return body.data._id as string
    })
    await waitFor(async () => expect((await owner.get(`/jobs/${job}`)).body.data.isFinished).toBe(true))
    return job
  }
  const closing = await runJob('/enquiry/bulk', { ids: [enquiry._id], enquiryStatus: 'closed' })
  expect(await summaries(owner, '?enquiryStatus=closed')).toEqual(['First'])
  await runJob(`/jobs/${closing}/undo`, {})
  expect(await summaries(owner, '?enquiryStatus=closed')).toEqual([])
})

test('while a session writes, it reads from the primary, because the write may be committed at any moment [D13.2]', async () => {
  const { owner } = await peopleOnPausedReplica(replicated)
  let raising: Promise<unknown> = Promise.resolve()
  await server.bulkDb.begin(async (tx) => {
    await tx`select from event_counter where company_id = ${owner.user.company._id} for update`
    raising = owner.raise({ summery: 'Second' })
    await waitFor(async () => expect(await writesInProgress(owner)).toBe(1))
    expect(await readsFromReplica(primary, owner)).toBe(false)
  })
  await raising
  expect(await writesInProgress(owner)).toBe(0)
})

test('after a server was killed while it wrote, the session reads from the primary for an hour, then from a replica with everything [D13.2]', async () => {
  const { owner } = await peopleOnPausedReplica(replicated)
  await setWriteBegan(owner, '59 minutes')
  expect(await readsFromReplica(primary, owner)).toBe(false)
  await setWriteBegan(owner, '61 minutes')
  // The first list settles the mark, at a position that the replica does not have.
  expect(await readsFromReplica(primary, owner)).toBe(false)
  await waitFor(async () => expect(await writesInProgress(owner)).toBe(0))
  expect(await readsFromReplica(primary, owner)).toBe(false)
  await replica.resume()
  await replica.pause()
  await untilReplicaIsRead(primary, owner)
})

test('after the restore of a backup of another cluster, sessions read from the replica again [D13.2]', async () => {
  const { owner } = await peopleOnPausedReplica(replicated)
  await primary.superuser`update session set last_write = 'FFFF/0' where user_id = ${owner.user._id}`
  expect(await readsFromReplica(primary, owner)).toBe(false)
  await replica.resume()
  await waitFor(async () => {
    await replica.pause()
    expect(await readsFromReplica(primary, owner)).toBe(true)
  })
})

async function contactsOf(person: Person) {
  return (await person.get('/contacts')).body.data
}

function names(people: { name: string }[]) {
  return people.map(({ name }) => name).filter((name) => name !== 'agent')
}

/** The rows below the headings. */
function linesOf({ status, body }: Awaited<ReturnType<Person['get']>>) {
  expect(status).toBe(200)
  return body.message.trim().split('\r\n').length - 1
}

async function writesInProgress({ user }: Person) {
  const [row] = await server.db`select writes_in_progress as count from session where user_id = ${user._id}`
  return row!.count
}

async function setWriteBegan({ user }: Person, ago: string) {
  await primary.superuser`
    update session set writes_in_progress = 1, write_began_at = now() - ${ago}::interval where user_id = ${user._id}`
}
