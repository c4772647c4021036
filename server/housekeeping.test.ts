import type { FastifyBaseLogger } from 'fastify'
import { expect, test, vi } from 'vitest'
import { purge } from './database/purge.ts'
import { startHousekeeping } from './housekeeping.ts'
import { registerOwner } from './test/people.ts'
import { testApp } from './test/testApp.ts'
import { waitFor } from './test/waitFor.ts'

const app = await testApp()
const owner = await registerOwner(app)
const companyId = owner.user.company._id
const never = new AbortController().signal
const oldEvents = { table: 'event', column: 'created_at', age: '7 days' }

async function fillEvents(old: number, young: number) {
  await app.db`delete from event`
  await app.db`
    insert into event (company_id, no, subject, subject_id, actor_id, created_at)
    select ${companyId}, 1000 + n, 'enquiry', gen_random_uuid(), ${owner.user._id},
      case when n <= ${old}::int then now() - interval '8 days' + make_interval(secs => n / 10) else now() end
    from generate_series(1, ${old + young}::int) n`
}

async function countEvents() {
  const [row] = await app.db`select count(*)::int as count from event`
  return row!.count as number
}

function runOnce() {
  const log = { error: vi.fn<(...logged: unknown[]) => void>(), info: vi.fn<(...logged: unknown[]) => void>() }
  const housekeeping = startHousekeeping(app, log as Partial<FastifyBaseLogger> as FastifyBaseLogger, { firstRunMs: 0 })
  const stepsLogged = () => log.info.mock.calls.map(([details]) => (details as { step: string }).step)
  return { housekeeping, log, stepsLogged }
}

test('a failing step does not stop the others, and each step is logged with its name, duration and result', async () => {
  await fillEvents(3, 2)
  await app.db`alter table session rename to session_away`
  const { housekeeping, log, stepsLogged } = runOnce()
  await waitFor(() => expect(stepsLogged()).toContain('sweep files'))
  await housekeeping.stop()
  await app.db`alter table session_away rename to session`

  const failed = 'a housekeeping step failed and will be retried'
  expect(log.error.mock.calls).toEqual([[expect.objectContaining({ step: 'delete sessions' }), failed]])
  const deleted = { step: 'delete events', count: 3, milliseconds: expect.any(Number) }
  expect(log.info).toHaveBeenCalledWith(deleted, 'housekeeping')
  expect(stepsLogged()).toEqual(expect.arrayContaining(['delete jobs', 'check counts', 'check landmarks']))
  expect(await countEvents()).toBe(2)
})

test('jobs that can no longer be undone are deleted with their items', async () => {
  const raised = await owner.raise()
  const { body } = await owner.post('/enquiry/bulk', { ids: [raised._id], enquiryStatus: 'closed' })
  const job = `/jobs/${body.data._id}`
  await waitFor(async () => expect((await owner.get(job)).body.data.isFinished).toBe(true))
  await app.db`update job set finished_at = now() - interval '8 days' where id = ${body.data._id}`
  const { housekeeping, stepsLogged } = runOnce()
  await waitFor(() => expect(stepsLogged()).toContain('delete jobs'))
  await housekeeping.stop()
  expect((await owner.get(job)).status).toBe(404)
})

test('notifications are deleted 30 days after they were read, and unread ones after 180 days', async () => {
  await app.db`
    insert into notification (company_id, user_id, kind, enquiry_id, by_id, in_inbox, count, at, read_at)
    select ${companyId}, ${owner.user._id}, 'reply', gen_random_uuid(), ${owner.user._id}, true, days,
      now() - make_interval(days => days), case when is_read then now() - make_interval(days => days) end
    from (values (29, true), (31, true), (179, false), (181, false)) each(days, is_read)`
  const { housekeeping, stepsLogged } = runOnce()
  await waitFor(() => expect(stepsLogged()).toContain('delete notifications'))
  await housekeeping.stop()
  const kept = await app.db<{ days: number }[]>`select count as days from notification order by count`
  expect(kept.map(({ days }) => days)).toEqual([29, 179])
})

test('dropped emails are deleted a week after they arrived, and others stay', async () => {
  await app.db`
    insert into incoming_mail (id, recipients, sha256, size, is_in_inbox, state, received_at)
    select gen_random_uuid(), '{}', '', days, false, state, now() - make_interval(days => days)
    from (values ('dropped', 6), ('dropped', 8), ('filed', 9)) each(state, days)`
  const { housekeeping, stepsLogged } = runOnce()
  await waitFor(() => expect(stepsLogged()).toContain('delete dropped mails'))
  await housekeeping.stop()
  const kept = await app.db<{ days: number }[]>`select size as days from incoming_mail order by size`
  expect(kept.map(({ days }) => days)).toEqual([6, 9])
})

test('a purge deletes in small batches with pauses between them', async () => {
  await fillEvents(450, 7)
  await app.db`create table deletion (rows bigint, at timestamptz)`
  await app.db.unsafe(`
    create function note_deletion() returns trigger language plpgsql as $$
    begin insert into deletion select count(*), clock_timestamp() from gone; return null; end $$;
    create trigger noted after delete on event referencing old table as gone
    for each statement execute function note_deletion()`)
  expect(await purge(app.db, oldEvents, never, 100)).toBe(450)
  const noted = await app.db<{ rows: number; pause: number | null }[]>`
    select rows::int, extract(epoch from at - lag(at) over (order by at))::float8 as pause from deletion order by at`
  await app.db`drop trigger noted on event`
  expect(noted.map(({ rows }) => rows)).toEqual([100, 100, 100, 100, 50])
  // The timer may fire up to a millisecond early.
  for (const { pause } of noted.slice(1)) expect(pause).toBeGreaterThan(0.048)
  expect(await countEvents()).toBe(7)
})

test('an aborted purge keeps its progress, and the next one continues from there', async () => {
  await fillEvents(500, 5)
  const stop = new AbortController()
  const running = purge(app.db, oldEvents, stop.signal, 50)
  await waitFor(async () => expect(await countEvents()).toBeLessThan(505))
  stop.abort()
  await expect(running).rejects.toThrow('aborted')
  const left = await countEvents()
  expect(left).toBeGreaterThan(5)
  expect(await purge(app.db, oldEvents, never, 50)).toBe(left - 5)
})

test('a purge does not wait for locked rows and does not delay inserts', async () => {
  await fillEvents(300, 0)
  await app.db.begin(async (tx) => {
    await tx`select no from event where no = 1150 for update`
    expect(await purge(app.db, oldEvents, never, 40)).toBe(299)
  })
  expect(await countEvents()).toBe(1)

  await fillEvents(300, 0)
  const purging = purge(app.db, oldEvents, never, 10)
  await owner.raise()
  expect(await purging).toBe(300)
})

test('every column that a purge filters on has an index', async () => {
  for (const [table, column] of [
    ['session', 'expires_at'],
    ['password_reset', 'expires_at'],
    ['sign_in_failure', 'last_at'],
    ['idempotency', 'created_at'],
    ['event', 'created_at'],
    ['notification', 'read_at'],
    ['notification', 'at'],
    ['job', 'finished_at'],
  ] as const) {
    const found = await app.db`
      select indexname from pg_indexes where tablename = ${table} and indexdef ~ ${`\\(${column}\\)`}`
    expect([table, found.length]).toEqual([table, 1])
  }
})
