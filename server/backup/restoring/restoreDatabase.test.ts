import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/database/database.ts'
import { schemaDocument } from '#server/database/schemaDocument.ts'
import { backUp, emptyDatabase, loadElsewhere, temporaryFolder } from '#server/test/backups/backups.ts'
import { otherVersions, startCluster } from '#server/test/database/cluster.ts'
import { everyRestoredRow } from '#server/test/everyRow.ts'
import { people, Person } from '#server/test/people.ts'
import { secondServer, testApp } from '#server/test/testApp.ts'
import { hasDataAside } from './aside.ts'
import { loadDatabase } from './loadDatabase.ts'
import { restoreDatabase } from './restoreDatabase.ts'

const time = '2026-11-25T10-11-12.131Z'
const aside = 'before_restore_20261125101112131'

const app = await testApp()
const { member } = await people(app)
await member.post('/enquiry', { enquiryType: 'Damage', summery: 'Before' })
const reader = await backUp(app, await temporaryFolder())

test('a restore over a database moves its tables to another schema, and servers work with the restored ones [D13.1]', async () => {
  const { db, connection } = await loadElsewhere(reader)
  await db`update enquiry set summery = 'After'`
  await db`create extension pg_trgm`
  await db.end()
  expect(await restoreDatabase(connection, reader, time)).toBe(aside)

  const server = await secondServer({ ...app, connection })
  const there = new Person(server, member.user, member.accessToken, member.password)
  const { docs } = (await there.get('/enquiry')).body.data
  expect(docs.map(({ summery }: { summery: string }) => summery)).toEqual(['Before'])
  await there.raise()
  expect((await there.get('/enquiry')).body.data.totalDocs).toBe(2)
  expect(await server.db.unsafe(`select summery from ${aside}.enquiry`)).toEqual([{ summery: 'After' }])
  // Extensions belong to the operator and stay where they are.
  await server.db`drop extension pg_trgm`
  expect(await schemaDocument(server.db)).toBe(await schemaDocument(app.db))
})

test('a restore into an empty database leaves no schema aside, and a second one keeps both older states [D13.1]', async () => {
  const { db, connection } = await emptyDatabase()
  await db.end()
  expect(await restoreDatabase(connection, reader, time)).toBeUndefined()
  expect(await restoreDatabase(connection, reader, time)).toBe(aside)
  expect(await restoreDatabase(connection, reader, '2026-11-26T00-00-00.000Z')).toBe('before_restore_20261126000000000')
  const after = openDatabase(connection, 1)
  const schemas = await after`select nspname as name from pg_namespace where nspname ~ 'restore' order by 1`
  expect(schemas).toEqual([{ name: aside }, { name: 'before_restore_20261126000000000' }])
  await after.end()
})

test('a database that servers use is not restored, and stays as it is [D13.1]', async () => {
  const { db, connection } = await loadElsewhere(reader)
  await db`update enquiry set summery = 'After'`
  await expect(restoreDatabase(connection, reader, time)).rejects.toThrow('Servers are using this database. Stop all')
  expect(await db`select summery from enquiry`).toEqual([{ summery: 'After' }])
})

test('a restore refuses a pooler, and a schema that is not empty [D13.1]', async () => {
  const { db, connection } = await loadElsewhere(reader)
  await db.end()
  await expect(restoreDatabase({ ...connection, pooler: 'transaction' }, reader, time)).rejects.toThrow(
    'A restore needs PostgreSQL itself',
  )
  await expect(loadDatabase(connection, reader)).rejects.toThrow('The database to be filled is not empty')
})

test('a failed restore leaves the database as it is, and the next one succeeds [D13.1]', async () => {
  const { db, connection } = await loadElsewhere(reader)
  await db`update enquiry set summery = 'After'`
  await db.end()
  const broken = await backUp(app, await temporaryFolder())
  broken.manifest.tables.find(({ name }) => name === 'seen')!.sha256 = '0'.repeat(64)
  await expect(restoreDatabase(connection, broken, time)).rejects.toThrow(
    'The part tables/seen.copy.gz of the backup is',
  )
  const after = openDatabase(connection, 1)
  expect(await after`select summery from enquiry`).toEqual([{ summery: 'After' }])
  await after.end()
  expect(await restoreDatabase(connection, reader, time)).toBe(aside)
})

test('files are kept as long as data that a restore has moved aside exists [D13.1]', async () => {
  const { db } = await emptyDatabase()
  const dataDir = await temporaryFolder()
  expect(await hasDataAside(db, dataDir)).toBe(false)
  await db.unsafe(`create schema ${aside}`)
  expect(await hasDataAside(db, dataDir)).toBe(true)
  await db.unsafe(`drop schema ${aside}`)
  await mkdir(join(dataDir, `before-restore-${time}`))
  expect(await hasDataAside(db, dataDir)).toBe(true)
  expect(await hasDataAside(db, join(dataDir, 'missing'))).toBe(false)
})

test.for(otherVersions)(
  'a backup of PostgreSQL 18 is restored into $major, and one of that into 18, with every row [D13.1] [D13.2]',
  async ({ major, programs }, { skip }) => {
    skip(!programs, 'its programs are not installed')
    const { connection } = await startCluster({ programs })
    await loadDatabase(connection, reader)
    const other = openDatabase(connection, 4)
    expect(await other`select current_setting('server_version_num')::int / 10000 as major`).toEqual([{ major }])
    const back = await backUp({ connection, storage: app.storage }, await temporaryFolder())
    const { db } = await loadElsewhere(back)
    const rows = await everyRestoredRow(app)
    expect(await everyRestoredRow({ db: other })).toEqual(rows)
    expect(await everyRestoredRow({ db })).toEqual(rows)
    await other.end()
  },
)
