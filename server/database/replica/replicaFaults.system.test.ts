import { spawn } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Connection } from '#server/database/connectionPool.ts'
import { statementChannel } from '#server/database/connectionPool.ts'
import type { Statement } from '#server/database/sql.ts'
import { projectRoot } from '#server/projectRoot.ts'
import { temporaryFolder } from '#server/test/backups/backups.ts'
import { startPrimary, startReplica } from '#server/test/database/replica.ts'
import {
  onServer,
  peopleOnPausedReplica,
  readsFromReplica,
  replicatedApp,
  saveView,
  summaries,
  untilReplicaIsRead,
} from '#server/test/database/replicated.ts'
import { fillList } from '#server/test/manyEnquiries.ts'
import { registerOwner } from '#server/test/people.ts'
import { secondServer, testApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'
import { readPrimary } from './cluster.ts'
import type { Position } from './position.ts'
import { openReplica, type Replica } from './replica.ts'

const replicated = await replicatedApp()
const { primary, replica, server } = replicated
const elsewhere = await startPrimary()

test('while the replica is stopped everything is read from the primary, and later from the replica again [D13.2]', async () => {
  const { owner, agent } = await peopleOnPausedReplica(replicated)
  await replica.stop()
  expect(await summaries(agent)).toEqual(['First'])
  await owner.raise({ summery: 'Second' })
  expect(await summaries(agent)).toEqual(['Second', 'First'])
  expect(await summaries(owner, '?search=second')).toEqual(['Second'])
  expect((await server.app.inject('/readyz')).statusCode).toBe(200)
  await replica.start()
  await replica.pause()
  await untilReplicaIsRead(primary, owner)
})

test('a replica that has stopped responding loses no request: those that it has run on the primary [D13.2]', async () => {
  const { agent } = await peopleOnPausedReplica(replicated)
  const resume = await replica.freeze()
  try {
    // More than there are connections.
    const lists = await Promise.all(Array.from({ length: 30 }, () => summaries(agent)))
    expect(new Set(lists.flat())).toEqual(new Set(['First']))
    expect((await server.app.inject('/readyz')).statusCode).toBe(200)
  } finally {
    resume()
  }
  await untilReplicaIsRead(primary, agent)
})

test('an export continues on the primary when the replica stops in the middle of it [D13.2]', async () => {
  const { owner } = await peopleOnPausedReplica(replicated)
  await replica.resume()
  const lone = await registerOwner(server)
  await fillList(server, lone.user, 2000)
  await owner.raise()
  await saveView(lone)
  await replica.pause()
  await untilReplicaIsRead(primary, lone)
  let stopping: Promise<void> | undefined
  const onStatement = (statement: unknown) => {
    if ((statement as Statement).text.includes('rating_comment')) stopping ??= replica.stop()
  }
  subscribe(statementChannel, onStatement)
  const { status, body } = await lone.get('/enquiry/export')
  unsubscribe(statementChannel, onStatement)
  await stopping
  await replica.start()
  expect(status).toBe(200)
  const ids = body.message.match(/^ENQ-\d+/gm)!
  expect(ids).toHaveLength(2000)
  expect(new Set(ids).size).toBe(2000)
})

test('a query that the replica cannot run at once, because it replays a lock, runs on the primary [D13.2]', async () => {
  const { agent } = await peopleOnPausedReplica(replicated)
  await replica.resume()
  await server.bulkDb.begin(async (tx) => {
    await tx`lock table enquiry in access exclusive mode`
    await replica.pause()
  })
  expect(await summaries(agent)).toEqual(['First'])
  expect(await readsFromReplica(primary, agent)).toBe(false)
})

test('a server reads from a replica only once that has everything from before the server started [D13.2]', async () => {
  const { agent } = await peopleOnPausedReplica(replicated)
  // Such as what its migrations have changed.
  await primary.superuser`update company set name = 'Renamed' where id = ${agent.user.company._id}`
  const newer = onServer(await secondServer(server), agent)
  expect(await readsFromReplica(primary, newer)).toBe(false)
  expect(await readsFromReplica(primary, agent)).toBe(true)
  await replica.resume()
  await replica.pause()
  await untilReplicaIsRead(primary, newer)
})

test('what reads from the replica cannot write, and a write does not run on the primary instead [D13.2]', async () => {
  const opened = await openedOn(replica.connection)
  const { db } = await opened.poolsFor(server, anything)
  await expect(db`update company set name = 'Other'`).rejects.toMatchObject({ code: '25006' })
  expect(await server.db`select id from company where name = 'Other'`).toEqual([])
})

test('an address that leads to another replica, which lacks something, does not hide it [D13.2]', async () => {
  const behind = await startReplica(primary)
  await behind.pause()
  onTestFinished(() => behind.resume())
  const address = join(await temporaryFolder(), 'replica')
  await symlink(replica.connection.host, address)
  const opened = await openedOn({ ...replica.connection, host: address })
  await registerOwner(server)
  // Before the pause, because PostgreSQL also writes to its log on its own.
  const { position } = await readPrimary(server.db)
  await replica.pause()
  onTestFinished(() => replica.resume())
  await untilRead(opened, position)
  // The replica was asked how far it is over a connection that stays; the queries of searches need a new one.
  await rm(address)
  await symlink(behind.connection.host, address)
  const { searchDb } = await opened.poolsFor(server, position)
  expect(await searchDb`select pg_is_in_recovery() as is_replica`).toEqual([{ isReplica: false }])
})

test('after a failover, a replica that has not followed the new primary is not read [D13.2]', async () => {
  const opened = await openedOn(replica.connection)
  await untilRead(opened, anything)
  expect(await placeOf(opened, { ...anything, timeline: 2 })).toBe('primary')
})

const unusable: [name: string, connection: () => Connection, reason: RegExp][] = [
  ['the primary itself', () => primary.connection, /^READ_DATABASE_URL is not a replica/],
  [
    'another database',
    () => ({ ...replica.connection, database: 'template1' }),
    /^READ_DATABASE_URL is another database/,
  ],
  ['nothing', () => ({ host: '127.0.0.1', port: 1 }), /Check READ_DATABASE_URL\.$/],
]

test.each(unusable)(
  '%s instead of a replica is not read, and the log says why once [D13.2]',
  async (_name, connection, reason) => {
    expect(await logOf(connection())).toEqual([expect.stringMatching(reason)])
  },
)

test('a replica of another cluster is not read, and the log says why [D13.2]', async () => {
  const foreign = await startReplica(elsewhere)
  expect(await logOf(foreign.connection)).toEqual([
    expect.stringMatching(/^READ_DATABASE_URL is a replica of another cluster/),
  ])
})

test('the log says once that the replica is lost, and once that it is back [D13.2]', async () => {
  const lines: string[] = []
  const opened = await openReplica(replica.connection, 2, server.db)
  opened.watch({ info: () => lines.push('read'), warn: () => lines.push('lost') })
  onTestFinished(() => opened.stop())
  await waitFor(() => expect(lines).toEqual(['read']))
  await replica.stop()
  await waitFor(() => expect(lines).toEqual(['read', 'lost']))
  await replica.start()
  await waitFor(() => expect(lines).toEqual(['read', 'lost', 'read']))
})

test('a server that is started with READ_DATABASE_URL reads from it, and stops with it [D13.2]', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: projectRoot,
    env: {
      ...process.env,
      DATABASE_URL: urlOf(primary.connection),
      READ_DATABASE_URL: urlOf(replica.connection),
      DATA_DIR: await temporaryFolder(),
      PORT: '0',
      NODE_ENV: 'production',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  await waitFor(() => expect(output).toMatch(/^Ready at/m))
  await waitFor(() => expect(output).toContain('lists, searches and exports are read from the replica'))
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('without a replica, no request looks up or sets positions in the log of the database', async () => {
  const app = await testApp()
  const person = await registerOwner(app)
  const texts: string[] = []
  const onStatement = (statement: unknown) => texts.push((statement as Statement).text)
  subscribe(statementChannel, onStatement)
  await person.raise()
  await summaries(person)
  unsubscribe(statementChannel, onStatement)
  expect(texts.length).toBeGreaterThan(0)
  expect(texts.filter((text) => /current_wal|last_write|writes_in_progress|follows_events/.test(text))).toEqual([])
})

const script = `
  import { runnerImport } from 'vite'
  await runnerImport(${JSON.stringify(join(projectRoot, 'server/main.ts'))})`

function urlOf({ host, port, user, database }: typeof primary.connection) {
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
}

const anything = { timeline: 1, lsn: 0n }

/** The replica at this address, once it is read from. */
async function openedOn(connection: Connection) {
  const opened = await openReplica(connection, 2, server.db)
  let isRead = false
  opened.watch({ info: () => (isRead = true), warn: () => {} })
  onTestFinished(() => opened.stop())
  await waitFor(() => expect(isRead).toBe(true))
  // The server had written this before it started.
  await untilRead(opened, anything)
  return opened
}

/** A request does not wait long for the replica, so that one can be read from the primary on a busy machine. */
function untilRead(opened: Replica, mustSee: Position) {
  return waitFor(async () => expect(await placeOf(opened, mustSee)).toBe('replica'))
}

async function placeOf(opened: Replica, mustSee: Position) {
  const { db } = await opened.poolsFor(server, mustSee)
  const [row] = await db`select pg_is_in_recovery() as is_replica`
  return row!.isReplica ? 'replica' : 'primary'
}

/** Why the log says that nothing is read from there. */
async function logOf(connection: Connection) {
  const reasons: string[] = []
  const opened = await openReplica(connection, 2, server.db)
  opened.watch({ info: () => reasons.push('read'), warn: ({ reason }: { reason: string }) => reasons.push(reason) })
  onTestFinished(() => opened.stop())
  await waitFor(() => expect(reasons).not.toEqual([]))
  return reasons
}
