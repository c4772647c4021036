import { expect, test } from 'vitest'
import { urlOf } from '#server/database/connecting/connectionUrl.ts'
import type { Connection } from '#server/database/connectionPool.ts'
import { type Db, openDatabase } from '#server/database/database.ts'
import { postgres15Path, startCluster } from '#server/test/database/cluster.ts'
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
async function holding<T>(db: Db, count: number, work: () => Promise<T>): Promise<T> {
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

test('a replica in place of the primary is a problem [D13.1]', async () => {
  const standby = await startCluster({ files: { 'standby.signal': '' } })
  expect(await diagnoseDatabase(standby.connection)).toContainEqual(
    expect.stringMatching(
      /^database problem: DATABASE_URL leads to a replica, which takes no writes\. → Set DATABASE_URL/,
    ),
  )
})
