import { setMaxListeners } from 'node:events'
import { expect, test } from 'vitest'
import { connectionsWith, openDatabase, openDatabases } from '#server/database/database.ts'
import { listeningName } from '#server/database/runningServers.ts'
import { startCluster } from '#server/test/database/cluster.ts'
import { waitFor } from '#server/test/waitFor.ts'
import { whenDone } from '#server/test/whenDone.ts'
import { connectionWarning } from './connectionWarning.ts'

const { connection } = await startCluster({ settings: ['max_connections = 50', 'superuser_reserved_connections = 3'] })
const admin = openDatabase(connection, 1)
whenDone(() => admin.end())

/** Opens the connections of a server for as long as the current test runs. */
async function startServer() {
  const { db, closeDatabases } = openDatabases(connection, 10)
  whenDone(() => closeDatabases())
  await db.listen('live', () => undefined)
  return db
}

test('servers that may use more than 80 % of the connections are warned of, with the numbers and a remedy [D13.2]', async () => {
  const first = await startServer()
  expect(await connectionWarning(first, undefined, 37)).toBeUndefined()
  expect(await connectionWarning(first, undefined, 38)).toMatch(
    /^This server opens up to 38 connections\. That is more/,
  )
  const second = await startServer()
  expect(await connectionWarning(second, undefined, 18)).toBeUndefined()
  for (const pooler of [undefined, 'session'] as const) {
    expect(await connectionWarning(second, pooler, 19)).toBe(
      'The 2 servers of this database open up to 38 connections, 19 each. That is more than 80 % of the 47 that PostgreSQL accepts (max_connections is 50, of which 3 are reserved). Lower DATABASE_POOL, raise max_connections, or put a pooler in transaction mode in front of PostgreSQL and set DATABASE_POOLER.',
    )
  }
  expect(await connectionWarning(second, 'transaction', 19)).toBeUndefined()
})

test('lower limits of the role and of the database count [D13.2]', async () => {
  const db = await startServer()
  await admin`alter role desk connection limit 20`
  expect(await connectionWarning(db, undefined, 17)).toContain(
    'of the 20 that PostgreSQL accepts (the connection limit of the role)',
  )
  await admin`alter database postgres connection limit 10`
  expect(await connectionWarning(db, undefined, 9)).toContain(
    'of the 10 that PostgreSQL accepts (the connection limit of the database)',
  )
  await admin`alter database postgres connection limit -1`
  await admin`alter role desk connection limit -1`
})

function listOpened() {
  return admin<{ name: string }[]>`
    select application_name as name from pg_stat_activity
    where application_name in ('enquiry-desk', ${listeningName}) and pid <> pg_backend_pid()`
}

test('a busy server has exactly the connections that are counted for it [D13.2]', async () => {
  const { closeDatabases, ...pools } = openDatabases(connection, 10)
  whenDone(() => closeDatabases())
  await pools.db.listen('live', () => undefined)
  const stop = new AbortController()
  setMaxListeners(100, stop.signal)
  const sleeping = Object.values(pools).flatMap((pool) =>
    Array.from({ length: 20 }, () => pool.until(stop.signal)`select pg_sleep(600)`.catch(() => undefined)),
  )
  await waitFor(async () => expect(await listOpened()).toHaveLength(connectionsWith(10)))
  stop.abort()
  await Promise.all(sleeping)
})
