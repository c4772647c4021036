import { randomUUID } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { rename, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { statementChannel } from '#server/database/connectionPool.ts'
import { openDatabase } from '#server/database/database.ts'
import { freePort } from '#server/database/embedded/embeddedPostgres.ts'
import { archivedFolder } from '#server/database/embedded/walArchiving.ts'
import { archivedInstallation } from '#server/test/backups/archiving.ts'
import { backUp, temporaryFolder } from '#server/test/backups/backups.ts'
import { mailServer, sendingTo } from '#server/test/mail/mailServer.ts'
import { measure, scrape } from '#server/test/metrics.ts'
import { confirmedOwner, registerOwner } from '#server/test/people.ts'
import { planModes, plansOfQueries, rowsRead, scannedWhole } from '#server/test/queryPlans.ts'
import { testApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'

const smtpPort = await freePort()
const app = await testApp(sendingTo(smtpPort))
const owner = await confirmedOwner(app)
const url = await measure(app)

async function valueOf(name: string, labels?: Record<string, string>) {
  return (await scrape(url)).value(name, labels)
}

const invitations = { purpose: 'account notice' }

test('emails that wait for the mail server are counted by purpose, with the age of the oldest one [D13.5]', async () => {
  await owner.post('/invitations', { email: `${randomUUID()}@acme.test`, role: 'agent' })
  expect(await valueOf('enquiry_desk_outbox_emails', { ...invitations, state: 'waiting' })).toBe(1)
  expect(await valueOf('enquiry_desk_outbox_emails', { purpose: 'customer mail', state: 'waiting' })).toBe(0)
  await app.db`update mail_outbox set created_at = now() - interval '1000 seconds'`
  // The next attempt of an email that was not accepted is later, but it has been due since its creation.
  await waitFor(async () => {
    expect(await valueOf('enquiry_desk_outbox_oldest_age_seconds', invitations)).toBeGreaterThanOrEqual(1000)
  })
  expect(await valueOf('enquiry_desk_outbox_oldest_age_seconds', { purpose: 'customer mail' })).toBe(0)
})

test('emails that the mail server has refused for good are counted, and do not count as waiting [D13.5]', async () => {
  const email = `${randomUUID()}@acme.test`
  await mailServer(smtpPort, { refuses: email })
  await owner.post('/invitations', { email, role: 'agent' })
  await app.db`update mail_outbox set next_attempt_at = now()`
  const count = (state: string) => valueOf('enquiry_desk_outbox_emails', { ...invitations, state })
  await waitFor(async () => expect([await count('refused'), await count('waiting')]).toEqual([1, 0]))
  expect(await valueOf('enquiry_desk_outbox_oldest_age_seconds', invitations)).toBe(0)
})

test('unfinished bulk changes are counted by state, with their age and their failed batches [D13.5]', async () => {
  const jobs = (state: string) => valueOf('enquiry_desk_jobs', { state })
  const { _id } = await owner.raise()
  await app.db.unsafe(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
    create trigger refuse before update on enquiry for each row execute function refuse()`)
  const { body } = await owner.post('/enquiry/bulk', { ids: [_id], enquiryStatus: 'closed' })
  await waitFor(async () => expect(await jobs('failing')).toBe(1))
  await waitFor(async () => expect(await valueOf('enquiry_desk_job_batch_failures_total')).toBe(1))
  expect(await valueOf('enquiry_desk_jobs_oldest_age_seconds')).toBeGreaterThan(0)
  await app.db`drop trigger refuse on enquiry`
  await app.db`update job set not_before = now()`
  await waitFor(async () => expect((await owner.get(`/jobs/${body.data._id}`)).body.data.isFinished).toBe(true))
  expect([await jobs('failing'), await jobs('waiting'), await jobs('running')]).toEqual([0, 0, 0])
  expect(await valueOf('enquiry_desk_jobs_oldest_age_seconds')).toBe(0)
})

test('received emails that are not filed are counted, and the age of the last check of the mailbox is reported [D13.5]', async () => {
  const config = readConfig({
    ...sendingTo(smtpPort),
    INCOMING_ADDRESS: 'support@desk.example',
    IMAP_URL: 'imaps://support:secret@imap.desk.example/INBOX',
  })
  const measured = await measure({ ...app, config })
  const age = 'enquiry_desk_mailbox_last_check_age_seconds'
  expect((await scrape(measured)).value(age)).toBeUndefined()
  await app.db`
    insert into mailbox (name, succeeded_at) values ('support@imap.desk.example/INBOX', now() - interval '500 seconds')`
  await app.db`
    insert into incoming_mail (id, recipients, sha256, size, is_in_inbox, received_at)
    values (gen_random_uuid(), '{}', '', 0, false, now() - interval '700 seconds')`
  const { value } = await scrape(measured)
  expect(value(age)).toBeGreaterThanOrEqual(500)
  expect(value('enquiry_desk_received_emails_waiting')).toBe(1)
  expect(value('enquiry_desk_received_emails_oldest_age_seconds')).toBeGreaterThanOrEqual(700)
  expect(await valueOf(age)).toBeUndefined()
  await app.db`delete from incoming_mail`
})

test('while the database is down, a scrape says so and has what the process knows [D13.5]', async () => {
  const down = await measure({ ...app, connection: { ...app.connection, port: await freePort() } })
  await app.app.inject('/healthz')
  const { value } = await scrape(down)
  expect(value('enquiry_desk_database_up')).toBe(0)
  expect(value('enquiry_desk_outbox_oldest_age_seconds')).toBeUndefined()
  expect(value('enquiry_desk_http_requests_total', { route: '/healthz' })).toBe(1)
})

/** The queries that scrapes send to the database. */
async function queriesOf(work: () => Promise<unknown>) {
  const queries: { text: string; values: unknown[] }[] = []
  const note = (statement: unknown) => queries.push(statement as (typeof queries)[number])
  subscribe(statementChannel, note)
  await work()
  unsubscribe(statementChannel, note)
  return queries.filter(({ values }) => values.includes(10_000))
}

test('many scrapes within some seconds cost no more queries than one [D13.5]', async () => {
  const lasting = await measure(app, { freshMs: 3_600_000 })
  const scrapeOften = () => Promise.all(Array.from({ length: 50 }, () => scrape(lasting)))
  expect(await queriesOf(scrapeOften)).toHaveLength(4)
  expect(await queriesOf(scrapeOften)).toHaveLength(0)
})

test('a scrape gets its response while the queries hang, with what the process knows [D13.5]', async () => {
  const hurried = await measure(app, { patienceMs: 50 })
  const locker = openDatabase(app.connection, 1)
  await locker.begin(async (tx) => {
    await tx`lock table mail_outbox in access exclusive mode`
    await app.app.inject('/healthz')
    const { value } = await scrape(hurried)
    expect(value('enquiry_desk_database_up')).toBe(0)
    expect(value('enquiry_desk_outbox_oldest_age_seconds')).toBeUndefined()
    expect(value('enquiry_desk_http_requests_total')).toBeGreaterThan(0)
  })
  await locker.end()
  await waitFor(async () => expect((await scrape(hurried)).value('enquiry_desk_database_up')).toBe(1))
})

test.each(planModes)(
  'the queries of a scrape read at most 10,000 rows each, by an index (%s) [D13.5]',
  async (mode) => {
    const big = await testApp()
    const { user } = await registerOwner(big)
    await big.db`
    insert into mail_outbox (id, recipient, purpose, next_attempt_at, expires_at)
    select gen_random_uuid(), 'a@b.test', 'notification',
      case when n % 500 = 0 then 'infinity'::timestamptz else now() end, 'infinity'
    from generate_series(1, 30000) n`
    await big.db`
    insert into job (company_id, id, kind, status, made_by, total, finished_at)
    select ${user.company._id}, gen_random_uuid(), 'change', 'closed', ${user._id}, 1,
      case when n % 2 = 0 then now() end from generate_series(1, 30000) n`
    await big.db`
    insert into incoming_mail (id, recipients, sha256, size, is_in_inbox, state)
    select gen_random_uuid(), '{}', '', 0, false, case when n % 2 = 0 then 'received' else 'filed' end
    from generate_series(1, 30000) n`
    await big.db.unsafe('vacuum analyze mail_outbox, job, incoming_mail')
    const measured = await measure(big)
    const queries = await queriesOf(async () => {
      expect((await scrape(measured)).value('enquiry_desk_received_emails_waiting')).toBe(10_000)
    })
    const tables = ['mail_outbox', 'job', 'incoming_mail']
    const plans = await plansOfQueries(big.db, queries, mode)
    expect(scannedWhole(plans, tables)).toEqual([])
    for (const table of tables) expect(rowsRead(plans, table)).toBeLessThanOrEqual(10_100)
  },
)

test('the age of the last verified backup is reported, and stays absent without one [D13.5]', async () => {
  const backupDir = await temporaryFolder()
  const config = readConfig({ BACKUP_DIR: backupDir, BACKUP_EVERY: '12h' })
  const measured = await measure({ ...app, config })
  const age = 'enquiry_desk_last_verified_backup_age_seconds'
  const ageNow = async () => (await scrape(measured)).value(age)
  expect(await ageNow()).toBeUndefined()
  const { name } = await backUp(app, backupDir)
  const newest = await ageNow()
  expect(newest).toBeGreaterThan(0)
  const older = '2026-01-01T00-00-00.000Z'
  await rename(join(backupDir, name), join(backupDir, older))
  const expected = (Date.now() - Date.parse('2026-01-01T00:00:00Z')) / 1000
  expect(await ageNow()).toBeCloseTo(expected, -3)
  // Such a folder is what an interrupted removal by hand leaves.
  await rm(join(backupDir, older, 'manifest.json'))
  expect(await ageNow()).toBeUndefined()
  expect((await scrape(measured)).value('enquiry_desk_backup_interval_seconds')).toBe(12 * 3600)
  expect((await scrape(measured)).value('enquiry_desk_backup_folder_up')).toBe(1)
  await rm(backupDir, { recursive: true })
  expect((await scrape(measured)).value('enquiry_desk_backup_folder_up')).toBe(0)
  expect(await valueOf('enquiry_desk_backup_folder_up')).toBeUndefined()
  expect(await valueOf(age)).toBeUndefined()
})

test('with an archive of the log, the age of its newest segment is reported, and of the oldest one that waits [D13.5]', async () => {
  const desk = await archivedInstallation(app)
  const config = readConfig({ BACKUP_DIR: desk.backupDir, BACKUP_WAL: 'on', DATA_DIR: desk.dataDir })
  const measured = await measure({ ...app, config })
  await desk.ship()
  expect((await scrape(measured)).value('enquiry_desk_log_archive_last_segment_age_seconds')).toBeGreaterThanOrEqual(0)
  const waiting = 'enquiry_desk_log_archive_oldest_waiting_age_seconds'
  await waitFor(async () => expect((await scrape(measured)).value(waiting)).toBeUndefined())
  await desk.stop()
  const segment = join(archivedFolder(join(desk.dataDir, 'postgres')), '0'.repeat(24))
  await writeFile(segment, '')
  await utimes(segment, 0, Date.now() / 1000 - 400)
  expect((await scrape(measured)).value(waiting)).toBeGreaterThanOrEqual(400)
})
