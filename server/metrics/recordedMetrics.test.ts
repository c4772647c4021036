import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, test, vi } from 'vitest'
import { openDatabase } from '#server/database/database.ts'
import { listeningName } from '#server/database/runningServers.ts'
import { startHousekeeping } from '#server/housekeeping.ts'
import { listen } from '#server/test/listening.ts'
import { measure, scrape } from '#server/test/metrics.ts'
import { people } from '#server/test/people.ts'
import { secondServer, testApp } from '#server/test/testApp.ts'
import { visitorOf } from '#server/test/visitors.ts'
import { waitFor } from '#server/test/waitFor.ts'
import { whenDone } from '#server/test/whenDone.ts'

const app = await testApp()
const { owner, member } = await people(app)
const url = await measure(app)

async function valueOf(name: string, labels?: Record<string, string>) {
  return (await scrape(url)).value(name, labels)
}

const requests = 'enquiry_desk_http_requests_total'
const durations = 'enquiry_desk_http_request_duration_seconds_count'

test('requests are counted by method, pattern of the route and status, and timed [D13.5]', async () => {
  const raised = await owner.raise()
  const { body } = await owner.post('/enquiry/bulk', { ids: [raised._id], enquiryStatus: 'closed' })
  await owner.get(`/jobs/${body.data._id}`)
  await owner.get(`/jobs/${randomUUID()}`)
  const { value, text } = await scrape(url)
  const route = '/api/jobs/:id'
  expect(value(requests, { method: 'GET', route, status: '200' })).toBe(1)
  expect(value(requests, { method: 'GET', route, status: '404' })).toBe(1)
  expect(value(durations, { method: 'GET', route })).toBe(2)
  expect(value(requests, { method: 'POST', route: '/api/enquiry', status: '201' })).toBe(1)
  expect(text.includes(body.data._id)).toBe(false)
})

test('unknown paths share one label, however many there are [D13.5]', async () => {
  for (const path of ['/api/nothing', '/nothing.js', `/${randomUUID()}.txt`]) await app.app.inject(path)
  const { value, text } = await scrape(url)
  expect(value(requests, { route: 'unknown path', status: '404' })).toBeGreaterThanOrEqual(3)
  expect(text.includes('nothing.js')).toBe(false)
})

/** The built page, with one hashed file. */
async function builtPage() {
  const webDir = await mkdtemp(join(tmpdir(), 'enquiry-desk-web-'))
  whenDone(() => rm(webDir, { recursive: true }))
  await mkdir(join(webDir, 'assets'))
  await writeFile(join(webDir, 'index.html'), '<html></html>')
  await writeFile(join(webDir, 'assets/index-4f0c.js'), '')
  return webDir
}

test('the page, its files and the pages of customers have labels of their own [D13.5]', async () => {
  const { app: pages } = await secondServer({ ...app, config: { ...app.config, webDir: await builtPage() } })
  for (const path of ['/enquiry/1', '/login', '/assets/index-4f0c.js', '/f/nobody', '/t/secret'])
    await pages.inject(path)
  const { value, text } = await scrape(url)
  expect(value(requests, { route: 'page', status: '200' })).toBe(2)
  expect(value(requests, { route: '/assets/*', status: '200' })).toBe(1)
  expect(value(requests, { route: '/f/:slug', status: '404' })).toBe(1)
  expect(value(requests, { route: '/t/:token', status: '200' })).toBe(1)
  expect(text.includes('4f0c')).toBe(false)
})

function countStreams() {
  return Promise.all(['people', 'customers'].map((audience) => valueOf('enquiry_desk_event_streams', { audience })))
}

test('streams of live events are counted while they are open, and never timed as requests [D13.5]', async () => {
  const { heard } = await listen(owner)
  await waitFor(() => expect(heard[0]?.kind).toBe('hello'))
  const visitor = await visitorOf(owner)
  const customer = await visitor.listen()
  await waitFor(() => expect(customer.heard.text).toContain('hello'))
  expect(await countStreams()).toEqual([1, 1])
  app.hub.sendAway(0)
  await waitFor(async () => expect(await countStreams()).toEqual([0, 0]))
  for (const route of ['/api/events', '/api/customer/events']) {
    await waitFor(async () => expect(await valueOf(requests, { route, status: '200' })).toBe(1))
    expect(await valueOf(durations, { route })).toBeUndefined()
  }
})

test('the lag of a live event counts from its announcement to its delivery, also by another server [D13.5]', async () => {
  const lag = 'enquiry_desk_event_lag_seconds'
  const other = await secondServer(app)
  const { heard, changes } = await listen(owner, '', other)
  await waitFor(() => expect(heard[0]?.kind).toBe('hello'))
  const before = (await scrape(url)).value(`${lag}_count`)!
  const { _id } = await member.raise()
  await waitFor(() => expect(changes().map(({ id }) => id)).toContain(_id))
  await waitFor(async () => expect((await scrape(url)).value(`${lag}_count`)).toBeGreaterThan(before))
  // An event from before the server was cut off.
  const sumBefore = (await scrape(url)).value(`${lag}_sum`)!
  await app.db`
    with counted as (
      update event_counter set last_no = last_no + 1 where company_id = ${owner.user.company._id} returning last_no)
    insert into event (company_id, no, subject, subject_id, actor_id, created_at)
    select ${owner.user.company._id}::uuid, last_no, 'enquiry', ${_id}::uuid, ${owner.user._id}::uuid,
      clock_timestamp() - interval '1000 seconds' from counted`
  await waitFor(async () => expect((await scrape(url)).value(`${lag}_sum`)! - sumBefore).toBeGreaterThanOrEqual(1000))
})

test('a server reports that it no longer hears of the changes on other servers, and that it does again [D13.5]', async () => {
  const { database } = app.connection
  const admin = openDatabase(inject('connection'), 1)
  whenDone(() => admin.end())
  expect(await valueOf('enquiry_desk_event_listening')).toBe(1)
  await admin`alter database ${admin(database)} allow_connections false`
  await admin`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = ${database} and application_name = ${listeningName}`
  await waitFor(async () => expect(await valueOf('enquiry_desk_event_listening')).toBe(0))
  await admin`alter database ${admin(database)} allow_connections true`
  await waitFor(async () => expect(await valueOf('enquiry_desk_event_listening')).toBe(1))
})

/** Holds all connections of the pool of requests until the returned function is called. */
async function holdConnections() {
  const released = new EventEmitter()
  const held = once(released, 'release')
  const hold = () =>
    app.db.begin(async (tx) => {
      await tx`select 1`
      await held
    })
  const { databasePool } = app.config
  const holding = Promise.all(Array.from({ length: databasePool }, hold))
  await waitFor(async () => {
    expect(await valueOf('enquiry_desk_pool_connections', { pool: 'requests', state: 'in use' })).toBe(databasePool)
  })
  return async () => {
    released.emit('release')
    await holding
  }
}

test('connections are counted by pool, and the wait for one is measured [D13.5]', async () => {
  const of = { pool: 'requests' }
  const release = await holdConnections()
  const before = (await valueOf('enquiry_desk_pool_wait_seconds_count', of))!
  const asked = app.db`select 1`
  asked.catch(() => undefined)
  expect(await valueOf('enquiry_desk_pool_waiting', of)).toBeGreaterThanOrEqual(1)
  // A scrape needs none of these connections.
  expect(await valueOf('enquiry_desk_database_up')).toBe(1)
  await release()
  await asked
  await waitFor(async () => expect(await valueOf('enquiry_desk_pool_waiting', of)).toBe(0))
  expect(await valueOf('enquiry_desk_pool_wait_seconds_count', of)).toBeGreaterThan(before)
  expect(await valueOf('enquiry_desk_pool_connections', { ...of, state: 'idle' })).toBeGreaterThan(0)
  expect(await valueOf('enquiry_desk_pool_wait_seconds_count', { pool: 'sessions' })).toBeGreaterThan(0)
})

test('the wait of a write for the turn of its company is measured [D13.5]', async () => {
  const before = (await valueOf('enquiry_desk_turn_wait_seconds_count'))!
  await owner.raise()
  expect(await valueOf('enquiry_desk_turn_wait_seconds_count')).toBe(before + 1)
})

test('each step of housekeeping reports its last success, and its failures [D13.5]', async () => {
  const log = { error: vi.fn<() => void>(), info: vi.fn<() => void>() }
  await app.db`alter table session rename to session_away`
  const housekeeping = startHousekeeping(app, log as unknown as typeof app.app.log, { firstRunMs: 0 })
  const succeededAt = 'enquiry_desk_housekeeping_last_success_timestamp_seconds'
  await waitFor(async () => expect((await scrape(url)).value(succeededAt, { step: 'sweep files' })).toBeDefined())
  await housekeeping.stop()
  await app.db`alter table session_away rename to session`
  const { value } = await scrape(url)
  const startedAt = Date.now() / 1000 - process.uptime()
  expect(value(succeededAt, { step: 'check counts' })).toBeGreaterThan(startedAt)
  expect(value(succeededAt, { step: 'delete sessions' })).toBeUndefined()
  expect(value('enquiry_desk_housekeeping_failures_total', { step: 'delete sessions' })).toBe(1)
})

test('process metrics include the delay of the event loop [D13.5]', async () => {
  const { value } = await scrape(url)
  expect(value('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0)
  expect(value('process_resident_memory_bytes')).toBeGreaterThan(0)
})

test('nothing is served beside /metrics, and only to read [D13.5]', async () => {
  const elsewhere = url.replace('/metrics', '/api/enquiry')
  expect((await fetch(elsewhere)).status).toBe(404)
  expect((await fetch(url, { method: 'POST' })).status).toBe(405)
  expect((await app.app.inject('/metrics')).headers['content-type']).not.toContain('version=0.0.4')
})
