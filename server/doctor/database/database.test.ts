import { randomUUID } from 'node:crypto'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DatabaseSession } from '#server/backup/databaseSession.ts'
import { urlOf } from '#server/database/connecting/connectionUrl.ts'
import type { Connection } from '#server/database/connectionPool.ts'
import { openDatabase } from '#server/database/database.ts'
import { freePort, startEmbeddedPostgres } from '#server/database/embedded/embeddedPostgres.ts'
import { migrate } from '#server/database/migrate.ts'
import { listeningName } from '#server/database/runningServers.ts'
import { writeDatabaseMark } from '#server/moving/databaseMark.ts'
import { storageMark } from '#server/moving/storageMark.ts'
import { productVersion } from '#server/productVersion.ts'
import { emptyDatabase, temporaryFolder } from '#server/test/backups/backups.ts'
import { poolerPath, startPooler } from '#server/test/database/pooler.ts'
import { diagnose } from '#server/test/doctor/diagnose.ts'
import { testApp } from '#server/test/testApp.ts'

const app = await testApp()

async function diagnoseDatabase(connection: Connection, settings: Record<string, string> = {}) {
  const lines = await diagnose({ DATABASE_URL: urlOf(connection), ...settings })
  return lines.filter((line) => line.startsWith('database'))
}

/** A connection of its own with this name, until the test is done. */
async function connectAs(name: string, connection: Connection = app.connection) {
  const db = openDatabase(connection, 1)
  onTestFinished(() => db.end())
  await db.unsafe(`set application_name = '${name}'`)
  return db
}

test('a database that works is described with its version, schema, connections and servers [D13.1]', async () => {
  const lines = await diagnoseDatabase(app.connection)
  for (const fact of [
    /^database ok: PostgreSQL at the socket in .* is 18\.\d+, with the encoding UTF8\. A round trip takes [\d.]+ ms\.$/,
    new RegExp(`^database ok: The schema is the one of version ${productVersion}\\.$`),
    /^database ok: \d+ of the 200 connections of PostgreSQL are in use\.$/,
    new RegExp(`^database ok: 1 server is connected to the database, of version ${productVersion}\\.$`),
    /^database ok: PostgreSQL cleans up after changed rows in time\.$/,
  ])
    expect(lines).toContainEqual(expect.stringMatching(fact))
  expect(lines).not.toContainEqual(expect.stringMatching(/^database problem/))
})

test('the embedded database is checked while it runs, and is never started [D13.1]', async () => {
  const dataDir = await temporaryFolder()
  const postgres = await startEmbeddedPostgres(dataDir)
  const db = openDatabase(postgres.connection, 2)
  await migrate(db).finally(() => db.end())
  const running = await diagnose({ DATA_DIR: dataDir, BACKUP_WAL: 'on', BACKUP_DIR: await temporaryFolder() })
  expect(running).toContainEqual(expect.stringMatching(/^database ok: PostgreSQL at the socket in /))
  expect(running).toContainEqual(expect.stringMatching(/^jobs ok: /))
  await postgres.stop()
  const before = await readdir(dataDir, { recursive: true })
  const stopped = await diagnose({ DATA_DIR: dataDir })
  expect(stopped).toContainEqual(
    expect.stringMatching(
      /^database warning: The product does not run on .*, so its .* were not checked\. → Start the product/,
    ),
  )
  expect(stopped).not.toContainEqual(expect.stringMatching(/^jobs/))
  expect(await readdir(dataDir, { recursive: true })).toEqual(before)
})

test('a folder without a database is a warning, because the first start creates it [D13.1]', async () => {
  expect(await diagnose({})).toContainEqual(expect.stringMatching(/^database warning: There is no database in .* yet/))
})

test('an address where no database is, and a wrong one, are problems with the reason [D13.1]', async () => {
  const port = await freePort()
  const away = await diagnoseDatabase({ host: '127.0.0.1', port, user: 'desk', database: 'desk' })
  expect(away).toEqual([
    expect.stringMatching(
      new RegExp(
        `^database problem: PostgreSQL at 127\\.0\\.0\\.1:${port}: Cannot connect .*ECONNREFUSED.* → Check DATABASE_URL\\.$`,
      ),
    ),
  ])
  const unknown = await diagnoseDatabase({ ...app.connection, database: 'no_such_database' })
  expect(unknown).toEqual([expect.stringMatching(/database "no_such_database" does not exist.* → Check DATABASE_URL/)])
})

test('an empty database, an older schema and a newer one are distinguished [D13.1]', async () => {
  const { db, connection } = await emptyDatabase()
  expect(await diagnoseDatabase(connection)).toContainEqual(
    expect.stringMatching(/^database warning: The database is empty\. → Start the product/),
  )
  expect(await diagnose({ DATABASE_URL: urlOf(connection) })).not.toContainEqual(
    expect.stringMatching(/^(database|mail|jobs) problem:/),
  )
  await migrate(db)
  const [last] = await db<{ name: string }[]>`select name from migration order by name desc limit 1`
  await db`delete from migration where name = ${last!.name}`
  expect(await diagnoseDatabase(connection)).toContainEqual(
    expect.stringMatching(
      new RegExp(`^database warning: The schema is older than version .*${last!.name}.* → Make a backup`),
    ),
  )
  await db`insert into migration (name, oldest_version) values ('999-later.sql', '9.0.0')`
  expect(await diagnoseDatabase(connection)).toContainEqual(
    expect.stringMatching(/^database problem: A newer version has changed the database .* → Update the product\.$/),
  )
})

test('data that was moved elsewhere is a problem that names the other place [D13.1]', async () => {
  const { db, connection } = await emptyDatabase()
  await migrate(db)
  const at = new Date().toISOString()
  const mark = { state: 'moved' as const, id: randomUUID(), place: 'db.example', at, installation: null }
  const moved = expect.stringMatching(/^database problem: This data was moved to db\.example/)
  const dataDir = await temporaryFolder()
  await mkdir(join(dataDir, 'files'))
  expect(await diagnoseDatabase(connection, { DATA_DIR: dataDir })).not.toContainEqual(moved)
  await storageMark({ filesDir: join(dataDir, 'files') }).write(mark)
  expect(await diagnoseDatabase(connection, { DATA_DIR: dataDir })).toContainEqual(moved)
  await DatabaseSession.transact(connection, (session) => writeDatabaseMark(session, mark))
  expect(await diagnoseDatabase(connection)).toContainEqual(moved)
})

test('servers of several versions, and several servers without a common secret, are warnings [D13.1]', async () => {
  const both = new RegExp(
    `^database warning: Servers of the versions 0\\.1\\.0 and ${productVersion} run .* → Replace .* 0\\.1\\.0`,
  )
  const secret =
    /^database warning: 2 servers use the database, and APP_SECRET is not set here\. → Set the same APP_SECRET/
  expect(await diagnoseDatabase(app.connection)).not.toContainEqual(expect.stringMatching(secret))
  // Servers of the first version show no version.
  await connectAs(listeningName)
  const lines = await diagnoseDatabase(app.connection)
  expect(lines).toContainEqual(expect.stringMatching(both))
  expect(lines).toContainEqual(expect.stringMatching(secret))
  expect(await diagnoseDatabase(app.connection, { APP_SECRET: 'x'.repeat(32) })).not.toContainEqual(
    expect.stringMatching(secret),
  )
})

test('a doctor of another version than the server says so [D13.1]', async () => {
  const { db, connection } = await emptyDatabase()
  await migrate(db)
  await connectAs(listeningName, connection)
  expect(await diagnoseDatabase(connection)).toContainEqual(
    expect.stringMatching(/^database warning: This is version .*, and the servers have version 0\.1\.0\. → /),
  )
})

test('a transaction that has been open for long is named, with the statement that ends it [D13.1]', async () => {
  const { db, connection } = await emptyDatabase()
  await migrate(db)
  // An hour cannot pass in a test, so a view moves the beginning of one program's transactions back.
  await db.unsafe(`
    create schema past;
    create view past.pg_stat_activity as
      select pid, datname, backend_type, application_name,
        case application_name when 'forgotten' then xact_start - interval '1 hour' else xact_start end as xact_start
      from pg_catalog.pg_stat_activity;
    alter database ${connection.database} set search_path = past, pg_catalog, public`)
  const forgotten = await connectAs('forgotten', connection)
  expect(await diagnoseDatabase(connection)).toContain('database ok: PostgreSQL cleans up after changed rows in time.')
  await forgotten.begin(async (tx) => {
    const [session] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`
    expect(await diagnoseDatabase(connection)).toContainEqual(
      expect.stringMatching(
        new RegExp(
          `^database warning: .* program “forgotten” has been open for 60 minutes .* → .*terminate_backend\\(${session!.pid}\\)`,
        ),
      ),
    )
  })
})

test('a table with many old versions of rows is a warning [D13.1]', async () => {
  const { db, connection } = await emptyDatabase()
  await migrate(db)
  await db.unsafe('create table changed (number int) with (autovacuum_enabled = false)')
  await db`insert into changed select generate_series(1, 60000)`
  await db`update changed set number = number + 1`
  // The session reports its statistics.
  await db`select pg_stat_force_next_flush()`
  await expect
    .poll(() => diagnoseDatabase(connection))
    .toContainEqual(
      expect.stringMatching(/^database warning: The table changed has 60,000 old versions .* → Run “vacuum/),
    )
})

test.skipIf(!poolerPath)('the mode of a pooler, and the direct address behind it, are checked [D13.1]', async () => {
  const pooler = await startPooler(poolerPath!, app.connection)
  const direct = { DATABASE_DIRECT_URL: urlOf(app.connection) }
  expect(await diagnoseDatabase(pooler)).toEqual([
    expect.stringMatching(
      /^database problem: .* points to a connection pooler\. .* → Set DATABASE_POOLER=session or transaction/,
    ),
  ])
  expect(await diagnoseDatabase(pooler, { DATABASE_POOLER: 'session' })).toEqual([
    expect.stringMatching(
      /^database problem: .* keeps a connection for a transaction only\. .* → Set DATABASE_POOLER=transaction/,
    ),
  ])
  const lines = await diagnoseDatabase(pooler, { DATABASE_POOLER: 'transaction', ...direct })
  expect(lines).toContainEqual(expect.stringMatching(/^database ok: The schema is the one of version/))
  const { connection: other } = await emptyDatabase()
  expect(await diagnoseDatabase(pooler, { DATABASE_POOLER: 'transaction', DATABASE_DIRECT_URL: urlOf(other) })).toEqual(
    [expect.stringMatching(/^database problem: .*DATABASE_DIRECT_URL leads to another database .* → Set it to/)],
  )
})
