import { expect, test } from 'vitest'
import { urlOf } from '#server/database/connecting/connectionUrl.ts'
import type { Connection } from '#server/database/connectionPool.ts'
import { openDatabase, type ReadDb } from '#server/database/database.ts'
import { postgres15Path, startCluster } from '#server/test/database/cluster.ts'
import { startPrimary, startReplica } from '#server/test/database/replica.ts'
import { diagnose } from '#server/test/doctor/diagnose.ts'
import { faultyProxy } from '#server/test/faultyProxy.ts'

async function diagnoseDatabase(place: Connection, more: Record<string, string> = {}) {
  const lines = await diagnose({ DATABASE_URL: urlOf(place), ...more })
  return lines.filter((line) => line.startsWith('database'))
}

const settings = ['max_connections = 21', 'superuser_reserved_connections = 3', 'autovacuum = off']
const { connection } = await startCluster({ settings })
const slowMs = 10

/** Runs `work` while so many connections are in use. */
async function holding<T>(db: ReadDb, count: number, work: () => Promise<T>): Promise<T> {
  return count === 0 ? work() : db.begin(() => holding(db, count - 1, work))
}

test('a database that responds slowly is a warning [D13.1]', async () => {
  const sleeper = new Int32Array(new SharedArrayBuffer(4))
  const delay = (text: string) => (Atomics.wait(sleeper, 0, 0, slowMs), text)
  const port = await faultyProxy(connection.port, { editRequest: delay })
  expect(await diagnoseDatabase({ ...connection, host: '127.0.0.1', port })).toContainEqual(
    expect.stringMatching(/^database warning: A round trip to the database takes [\d.]+ ms, .* → Run the server near/),
  )
})

test('faults of the configuration of PostgreSQL are warnings with a remedy [D13.1]', async () => {
  const admin = openDatabase(connection, 16)
  await admin.unsafe("create database ascii encoding 'SQL_ASCII' locale 'C' template template0")
  await admin.unsafe("create database sorted locale_provider icu icu_locale 'und' template template0")
  const sorted = { ...connection, database: 'sorted' }
  expect(await diagnoseDatabase(sorted)).not.toContainEqual(expect.stringContaining('sorts texts differently'))
  await admin.unsafe("update pg_database set datcollversion = '1' where datname = 'sorted'")
  const lines = await diagnoseDatabase(sorted)
  expect(lines).toContainEqual(
    expect.stringMatching(
      /^database warning: The system sorts texts differently since an update, .* → .*reindex database/,
    ),
  )
  expect(lines).toContainEqual(expect.stringMatching(/^database warning: .*autovacuum = off.* → Set autovacuum = on/))
  expect(lines).toContainEqual(
    expect.stringMatching(
      /^database warning: This server opens up to 16 connections\..* 80 % .* → Lower DATABASE_POOL/,
    ),
  )
  expect(lines).not.toContainEqual(expect.stringMatching(/no checksums|^database problem/))
  expect(await diagnoseDatabase({ ...connection, database: 'ascii' })).toContainEqual(
    expect.stringMatching(
      /^database problem: The encoding of the database is SQL_ASCII, .* → Create a database .* UTF8/,
    ),
  )
  expect(await holding(admin, 16, () => diagnoseDatabase(connection))).toContainEqual(
    expect.stringMatching(/^database warning: \d+ of the 21 connections of PostgreSQL are in use\. → Find the program/),
  )
  await admin.end()
})

test.skipIf(!postgres15Path)('a database without checksums is a warning, also in PostgreSQL 15 [D13.1]', async () => {
  const old = await startCluster({ programs: postgres15Path })
  const lines = await diagnoseDatabase(old.connection)
  expect(lines).toContainEqual(expect.stringMatching(/^database ok: .* is 15\.\d+, /))
  expect(lines).toContainEqual(
    expect.stringMatching(/^database warning: The database has no checksums, .* → .*pg_checksums/),
  )
})

test('a replica that follows is fine, and one that is far behind, away or none is not [D13.1]', async () => {
  const primary = await startPrimary()
  const replica = await startReplica(primary)
  const withReplica = (place: Connection) => diagnoseDatabase(primary.connection, { READ_DATABASE_URL: urlOf(place) })
  expect(await withReplica(replica.connection)).toContainEqual(
    expect.stringMatching(/^database ok: The replica, PostgreSQL at the socket in .*, lacks [\d.]+ k?B of the log\.$/),
  )
  expect(await withReplica(primary.connection)).toContainEqual(
    expect.stringMatching(
      /^database problem: READ_DATABASE_URL is not a replica: it is not in recovery\. → Check READ_/,
    ),
  )
  expect(await diagnoseDatabase(replica.connection)).toContainEqual(
    expect.stringMatching(
      /^database problem: DATABASE_URL leads to a replica, which takes no writes\. → Set DATABASE_URL/,
    ),
  )
  await replica.pause()
  await primary.superuser`select pg_logical_emit_message(false, 'test', repeat('x', 110000000))`
  expect(await withReplica(replica.connection)).toContainEqual(
    expect.stringMatching(
      /^database warning: The replica, .*, lacks 1[\d.]+ MB of the log, .* → Look for long queries/,
    ),
  )
  await replica.stop()
  expect(await withReplica(replica.connection)).toContainEqual(
    expect.stringMatching(
      /^database warning: The replica, .*: Cannot connect to the database: .* → Check READ_DATABASE_URL/,
    ),
  )
})
