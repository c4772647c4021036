import { expect, test } from 'vitest'
import type { Job, JobResult } from '#contract/bulk.ts'
import type { Enquiry } from '#contract/enquiries.ts'
import { fillList } from '#server/test/manyEnquiries.ts'
import { join, people, type Person, registerOwner } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'

const app = await testApp()
const { owner, agent, member, viewer, stranger } = await people(app)

async function finished(person: Person, job: Job) {
  await expect.poll(async () => (await person.get<Job>(`/jobs/${job._id}`)).body.data.isFinished).toBe(true)
  return (await person.get<Job>(`/jobs/${job._id}`)).body.data
}

async function changeMany(person: Person, order: object, headers = {}) {
  const { status, body } = await person.post<Job>('/enquiry/bulk', order, headers)
  expect(status).toBe(202)
  return finished(person, body.data)
}

async function undo(person: Person, job: Job) {
  const { status, body } = await person.post<Job>(`/jobs/${job._id}/undo`, {})
  expect(status).toBe(202)
  return finished(person, body.data)
}

const read = async ({ _id }: Enquiry) => (await owner.get(`/enquiry?_id=${_id}`)).body.data.docs[0] as Enquiry
const outcomes = async (person: Person, job: Job) => {
  const { body } = await person.get<JobResult[]>(`/jobs/${job._id}/results`)
  return body.data.map(({ enquiryId, outcome }) => [Number(enquiryId.slice(4)), outcome])
}

test('a bulk change of named enquiries changes, records and counts each of them', async () => {
  const [first, second, third] = [await member.raise(), await member.raise(), await member.raise()]
  await agent.patch('/enquiry', { id: second._id, enquiryStatus: 'closed' })
  const job = await changeMany(agent, { ids: [first._id, second._id], enquiryStatus: 'closed' })
  expect(job).toMatchObject({ kind: 'change', total: 2, done: 2, changed: 1, canUndo: true })
  expect(await outcomes(agent, job)).toEqual([
    [1, 'changed'],
    [2, 'unchanged'],
  ])
  expect(await read(first)).toMatchObject({ enquiryStatus: 'closed', version: 2 })
  expect(await read(third)).toMatchObject({ enquiryStatus: 'open', version: 1 })
  const records =
    await app.db`select actor_id, changes from activity where subject_id = ${first._id} and action = 'changed'`
  expect(records).toEqual([{ actorId: agent.user._id, changes: { status: ['open', 'closed'] } }])
  const { body } = await owner.get('/enquiry/summary')
  expect(body.data).toMatchObject({ total: 3, byStatus: { open: 1, closed: 2 } })
})

test('a job ends as not possible if its maker is deactivated or demoted before it runs', async () => {
  const boss = await registerOwner(app, { companyName: 'Meanwhile' })
  for (const changes of [{ isActive: false }, { role: 'viewer' }]) {
    const colleague = await join(boss, 'agent')
    const { _id } = await boss.raise()
    const job = await app.db.begin(async (tx) => {
      // Blocks the job at its first enquiry.
      await tx`select from enquiry where id = ${_id} for update`
      const { status, body } = await colleague.post<Job>('/enquiry/bulk', { ids: [_id], enquiryStatus: 'closed' })
      expect(status).toBe(202)
      expect((await boss.patch(`/team/${colleague.user._id}`, changes)).status).toBe(200)
      return body.data
    })
    const results = () => app.db`select outcome from job_item where job_id = ${job._id}`
    await expect.poll(results).toEqual([{ outcome: 'not-possible' }])
    expect((await boss.get(`/enquiry?_id=${_id}`)).body.data.docs[0]).toMatchObject({
      enquiryStatus: 'open',
      version: 1,
    })
  }
})

test('a bulk change by filter or search changes all matches, and none of another company', async () => {
  const boss = await registerOwner(app, { companyName: 'Many' })
  for (let number = 1; number <= 5; number++) {
    await boss.raise({ enquiryType: number % 2 ? 'Odd' : 'Even', summery: number === 5 ? 'Special' : '' })
  }
  const other = await stranger.raise({ enquiryType: 'Odd', summery: 'Special' })
  const odd = await changeMany(boss, { filter: { enquiryType: ['Odd'] }, enquiryStatus: 'onHold' })
  expect(odd).toMatchObject({ total: 3, changed: 3 })
  const found = await changeMany(boss, { filter: { search: 'special' }, enquiryStatus: 'inReview' })
  expect(found).toMatchObject({ total: 1, changed: 1 })
  const all = await changeMany(boss, { filter: {}, enquiryStatus: 'closed' })
  expect(all).toMatchObject({ total: 5, changed: 5 })
  const none = await changeMany(boss, { filter: { enquiryType: 'Even,Odd' }, enquiryStatus: 'open' })
  expect(none).toMatchObject({ total: 0, isFinished: true, canUndo: false })
  expect((await stranger.get(`/enquiry?_id=${other._id}`)).body.data.docs[0].enquiryStatus).toBe('open')
})

test('an undo restores the old values, except where an enquiry has changed since', async () => {
  const [kept, changed, untouched] = [await member.raise(), await member.raise(), await member.raise()]
  await agent.patch('/enquiry', { id: kept._id, enquiryStatus: 'inReview' })
  const job = await changeMany(agent, { ids: [kept._id, changed._id, untouched._id], enquiryStatus: 'closed' })
  await member.patch('/enquiry', { id: changed._id, enquiryStatus: 'onHold' })
  const undone = await undo(agent, job)
  expect(undone).toMatchObject({ kind: 'undo', enquiryStatus: null, total: 3, changed: 2, canUndo: false })
  expect((await outcomes(agent, undone)).map(([, outcome]) => outcome)).toEqual(['changed', 'changed-since', 'changed'])
  expect((await read(kept)).enquiryStatus).toBe('inReview')
  expect((await read(changed)).enquiryStatus).toBe('onHold')
  expect((await read(untouched)).enquiryStatus).toBe('open')
  expect((await agent.post(`/jobs/${job._id}/undo`, {})).status).toBe(409)
})

test('an agent assigns many enquiries to someone who may answer, and undoes it', async () => {
  const boss = await registerOwner(app, { companyName: 'Hands' })
  const [one, other] = [await join(boss, 'agent', 'One'), await join(boss, 'agent', 'Other')]
  const raised = [await boss.raise(), await boss.raise(), await boss.raise()]
  await boss.patch('/enquiry', { id: raised[0]!._id, assignee: one.user._id })
  await boss.patch('/enquiry', { id: raised[1]!._id, assignee: other.user._id })
  const job = await changeMany(boss, { filter: {}, assignee: other.user._id })
  expect(job).toMatchObject({ field: 'assignee', enquiryStatus: null, total: 3, changed: 2 })
  expect(job.assignee).toEqual({ _id: other.user._id, name: 'Other' })
  expect((await outcomes(boss, job)).map(([, outcome]) => outcome)).toEqual(['changed', 'unchanged', 'changed'])
  const assigneeNames = async () => (await boss.get('/enquiry?sort=enquiryId')).body.data.docs.map(nameOfAssignee)
  expect(await assigneeNames()).toEqual(['Other', 'Other', 'Other'])
  const { assignees, unassigned } = (await boss.get('/desk/summary')).body.data
  expect(assignees.map(({ name, byStatus }: Counted) => [name, byStatus.open])).toContainEqual(['Other', 3])
  expect(unassigned.open).toBe(0)
  const records = await app.db`select changes from activity where subject_id = ${raised[2]!._id} and action = 'changed'`
  expect(records).toEqual([{ changes: { assigneeId: [null, other.user._id] } }])

  const undone = await undo(boss, job)
  expect(undone).toMatchObject({ kind: 'undo', field: 'assignee', assignee: null, total: 2, changed: 2 })
  expect(await assigneeNames()).toEqual(['One', 'Other', undefined])
  const filter = { assignee: ['unassigned', one.user._id] }
  expect(await changeMany(boss, { filter, enquiryStatus: 'onHold' })).toMatchObject({ total: 2, changed: 2 })
  expect(await changeMany(boss, { filter: {}, assignee: null })).toMatchObject({ total: 3, changed: 2, assignee: null })
  expect(await assigneeNames()).toEqual([undefined, undefined, undefined])
})

type Counted = { name: string; byStatus: Record<string, number> }

function nameOfAssignee({ assignee }: Enquiry) {
  return assignee?.name
}

test('an undo assigns nothing to someone who may no longer answer', async () => {
  const boss = await registerOwner(app, { companyName: 'Gone' })
  const [leaver, other] = [await join(boss, 'agent', 'Leaver'), await join(boss, 'agent', 'Other')]
  const { _id } = await boss.raise()
  await boss.patch('/enquiry', { id: _id, assignee: leaver.user._id })
  const job = await changeMany(boss, { ids: [_id], assignee: other.user._id })
  await boss.patch(`/team/${leaver.user._id}`, { isActive: false })
  const undone = await undo(boss, job)
  expect(undone).toMatchObject({ total: 1, changed: 0 })
  expect((await outcomes(boss, undone)).map(([, outcome]) => outcome)).toEqual(['not-possible'])
})

test('only people who may answer assign many enquiries, and only to people who may answer', async () => {
  const { _id } = await member.raise()
  const order = (assignee: string | null) => ({ ids: [_id], assignee })
  expect((await member.post('/enquiry/bulk', order(agent.user._id))).status).toBe(403)
  expect((await member.post('/enquiry/bulk', order(null))).status).toBe(403)
  for (const person of [member, viewer, stranger]) {
    const { status, body } = await agent.post('/enquiry/bulk', order(person.user._id))
    expect([status, Object.keys(body.errors!)]).toEqual([400, ['assignee']])
  }
})

test('the same bulk change with the same Idempotency-Key runs once [D7.4]', async () => {
  const { _id } = await member.raise()
  const order = { ids: [_id], enquiryStatus: 'onHold' }
  const key = { 'idempotency-key': 'bulk-1' }
  const first = await agent.post<Job>('/enquiry/bulk', order, key)
  const second = await agent.post<Job>('/enquiry/bulk', order, key)
  expect(second.body.data._id).toBe(first.body.data._id)
})

test('a server continues a job that another one has left unfinished', async () => {
  const boss = await registerOwner(app, { companyName: 'Left behind' })
  for (let number = 0; number < 3; number++) await boss.raise()
  const job = await changeMany(boss, { filter: {}, enquiryStatus: 'closed' })
  // As if the process had died before the last item.
  await app.db`update job set done = 2, changed = 2, finished_at = null where id = ${job._id}`
  await app.db`update job_item set outcome = 'waiting', version = null where job_id = ${job._id} and position = 3`
  await app.db`update enquiry set status = 'open', version = 1 where company_id = ${boss.user.company._id} and enquiry_no = 3`
  await app.db`select count_enquiries(${boss.user.company._id}, '{0,0}', '{closed,open}', '{-1,1}')`
  expect(await finished(boss, job)).toMatchObject({ done: 3, changed: 3 })
})

test('a job of many batches ends with exact totals', async () => {
  const boss = await registerOwner(app, { companyName: 'Batches' })
  const lines = Array.from({ length: 350 }, (_, index) => `Row ${index}`).join('\n')
  const imported = await app.app.inject({
    method: 'POST',
    url: '/api/enquiry/import',
    payload: `Type\n${lines}`,
    headers: { 'content-type': 'text/csv', authorization: `Bearer ${boss.accessToken}` },
  })
  expect(imported.statusCode).toBe(201)
  expect(await changeMany(boss, { filter: {}, enquiryStatus: 'closed' })).toMatchObject({ done: 350, changed: 350 })
  const { body } = await boss.get('/enquiry/summary')
  expect(body.data).toMatchObject({ total: 350, byStatus: { open: 0, closed: 350 } })
})

test('a small job does not wait for a large one, which can be stopped and undone', async () => {
  const [boss, other] = await Promise.all([registerOwner(app), registerOwner(app)])
  const raised = await other.raise()
  // One more than a single statement writes.
  const total = 50_001
  await fillList(app, boss.user, total)
  const { status, body } = await boss.post<Job>('/enquiry/bulk', { filter: {}, enquiryStatus: 'onHold' })
  expect([status, body.data.total]).toEqual([202, total])
  await changeMany(other, { ids: [raised._id], enquiryStatus: 'closed' })
  const stop = (person: Person) => person.post<Job>(`/jobs/${body.data._id}/stop`, {})
  expect((await stop(stranger)).status).toBe(404)
  const { data: stopped } = (await stop(boss)).body
  expect(stopped).toMatchObject({ isFinished: true, total })
  expect(stopped.done).toBeLessThan(total)
  expect((await stop(boss)).body.data).toEqual(stopped)
  const [written] = await app.db`
    select count(distinct enquiry_no)::int as enquiries, max(position) as last from job_item
    where job_id = ${stopped._id}`
  expect(written).toEqual({ enquiries: total, last: total })
  expect(await undo(boss, stopped)).toMatchObject({ total: stopped.changed, changed: stopped.changed })
})

test('every bulk change that can still be undone is listed, even after days', async () => {
  const boss = await registerOwner(app)
  const { _id } = await boss.raise()
  const first = await changeMany(boss, { ids: [_id], enquiryStatus: 'closed' })
  const second = await changeMany(boss, { ids: [_id], enquiryStatus: 'onHold' })
  await app.db`update job set created_at = now() - interval '6 days' where id = any(${[first._id, second._id]})`
  const listed = async () => (await boss.get<Job[]>('/jobs')).body.data.map((job) => [job._id, job.canUndo])
  expect((await listed()).toSorted()).toEqual(
    [
      [first._id, true],
      [second._id, true],
    ].toSorted(),
  )
  const undone = await undo(boss, second)
  expect(await listed()).toEqual([
    [undone._id, false],
    [first._id, true],
  ])
})

test('only the maker of a job can read and undo it, and a job needs the right to update', async () => {
  const { _id } = await member.raise()
  const job = await changeMany(agent, { ids: [_id], enquiryStatus: 'closed' })
  for (const person of [member, stranger]) {
    expect((await person.get(`/jobs/${job._id}`)).status).toBe(404)
    expect((await person.get(`/jobs/${job._id}/results`)).status).toBe(404)
    expect((await person.post(`/jobs/${job._id}/undo`, {})).status).toBe(404)
  }
  expect((await viewer.post('/enquiry/bulk', { ids: [_id], enquiryStatus: 'open' })).status).toBe(403)
  const { body } = await agent.get<Job[]>('/jobs')
  expect(body.data[0]).toEqual(job)
})

const missing = '01890000-0000-7000-8000-000000000000'

test.each([
  ['neither ids nor a filter', { enquiryStatus: 'open' }, 400],
  ['both', { ids: [missing], filter: {}, enquiryStatus: 'open' }, 400],
  ['no ids', { ids: [], enquiryStatus: 'open' }, 400],
  ['1,001 ids', { ids: Array.from({ length: 1001 }, () => missing), enquiryStatus: 'open' }, 400],
  ['nothing to change', { filter: {} }, 400],
  ['two things to change', { filter: {}, enquiryStatus: 'open', assignee: null }, 400],
  ['an unknown filter', { filter: { colour: 'red' }, enquiryStatus: 'open' }, 400],
  ['an unknown filter value', { filter: { enquiryStatus: 'done' }, enquiryStatus: 'open' }, 400],
  ['an id that does not exist', { ids: [missing], enquiryStatus: 'open' }, 404],
])('a bulk change with %s is refused, and no job is created [D8.3]', async (_what, order, status) => {
  const before = await app.db`select count(*) from job`
  expect((await agent.post('/enquiry/bulk', order)).status).toBe(status)
  expect(await app.db`select count(*) from job`).toEqual(before)
})
