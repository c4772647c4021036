import { expect, test } from 'vitest'
import type { Job } from '#contract/bulk.ts'
import type { Enquiry } from '#contract/enquiries.ts'
import { Notifications } from '#contract/notifications.ts'
import { people, type Person } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'

const app = await testApp()
const { owner, agent, member } = await people(app)

async function finished(person: Person, job: Job) {
  await expect.poll(async () => (await person.get<Job>(`/jobs/${job._id}`)).body.data.isFinished).toBe(true)
  return job
}

async function assignAll(by: Person, enquiries: Enquiry[], to: Person) {
  const order = { ids: enquiries.map(({ _id }) => _id), assignee: to.user._id }
  return finished(by, (await by.post<Job>('/enquiry/bulk', order)).body.data)
}

async function inbox(person: Person) {
  return Notifications.parse((await person.get('/notification')).body.data).docs
}

test('a bulk change notifies its assignee once, with the number of enquiries; undoing it takes them off again [D10.7]', async () => {
  // More than one batch.
  const raised = await Promise.all(Array.from({ length: 103 }, () => member.raise()))
  await owner.patch('/enquiry', { id: raised[3]!._id, assignee: agent.user._id })
  await agent.post('/seen', { enquiry: raised[3]!._id, seq: 0, side: 'host' })
  const job = await assignAll(owner, raised, agent)
  const [entry, ...others] = await inbox(agent)
  expect([entry!.kind, entry!.count, entry!.by.name, others.length]).toEqual(['assignment', 102, 'Olivia Owner', 1])
  expect(raised.map(({ _id }) => _id)).toContain(entry!.enquiry._id)

  await agent.patch('/enquiry', { id: raised[0]!._id, comments: 'Mine now' })
  await finished(owner, (await owner.post<Job>(`/jobs/${job._id}/undo`, {})).body.data)
  expect(await inbox(agent)).toMatchObject([{ _id: entry!._id, count: 1 }, { count: 1 }])
})

test('the later batches of a bulk change are unread if the person has read its first batch', async () => {
  const raised = await Promise.all(Array.from({ length: 101 }, () => member.raise()))
  // As if the person read it as soon as it arrives.
  await app.db.unsafe(`
    create function read_for_test() returns trigger language plpgsql as $$
    begin new.read_at = clock_timestamp(); return new; end $$;
    create trigger read_at_once before insert on notification for each row execute function read_for_test()`)
  await assignAll(owner, raised.slice(0, 1), agent)
  expect((await inbox(agent))[0]).toMatchObject({ count: 1, isRead: true })
  await assignAll(owner, raised, agent)
  expect((await inbox(agent))[0]).toMatchObject({ count: 100, isRead: false })
  await app.db`drop trigger read_at_once on notification`
})

test('an undone bulk change disappears from the inbox, and the former assignee is not notified', async () => {
  const raised = [await member.raise(), await member.raise()]
  for (const { _id } of raised) await agent.patch('/enquiry', { id: _id, assignee: agent.user._id })
  const before = await inbox(agent)
  const job = await assignAll(agent, raised, owner)
  expect(await inbox(owner)).toMatchObject([{ count: 2 }])
  await finished(agent, (await agent.post<Job>(`/jobs/${job._id}/undo`, {})).body.data)
  expect([await inbox(owner), await inbox(agent)]).toEqual([[], before])
})

test('a bulk change withdraws the unread notifications of those who lose their enquiries', async () => {
  const before = await inbox(agent)
  const raised = [await member.raise(), await member.raise()]
  for (const { _id } of raised) await owner.patch('/enquiry', { id: _id, assignee: agent.user._id })
  expect((await inbox(agent)).length).toBe(before.length + 2)
  await assignAll(owner, raised, owner)
  expect(await inbox(agent)).toEqual(before)
})

test('people who assign enquiries to themselves are not notified', async () => {
  const before = await inbox(agent)
  await assignAll(agent, [await member.raise()], agent)
  expect(await inbox(agent)).toEqual(before)
})
