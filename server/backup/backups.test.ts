import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openFolderPlace } from '#server/backup/places/folderPlace.ts'
import { schemaDocument } from '#server/database/schemaDocument.ts'
import { sweepFiles } from '#server/documents/sweep.ts'
import { checkCounts } from '#server/enquiries/list/countCheck.ts'
import { removalLock } from '#server/storage/outsideBackups.ts'
import { backUp, filesIn, keepOnly, loadElsewhere, temporaryFolder, testSecret } from '#server/test/backups/backups.ts'
import { poolerPath, startPooler } from '#server/test/database/pooler.ts'
import { everyRestoredRow } from '#server/test/everyRow.ts'
import { people } from '#server/test/people.ts'
import { dataUrl, picture } from '#server/test/pictures.ts'
import { testApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'
import { backupLock } from './backup.ts'
import { readBackup } from './backupReader.ts'
import { DatabaseSession } from './databaseSession.ts'

const app = await testApp()
const { member, agent } = await people(app)
const documents = [{ name: 'leak.png', url: await picture('png', '#00ff00') }]
const { body } = await member.post('/enquiry', { enquiryType: 'Damage', summery: 'A\tb\\c\nd “é” 🙂', documents })
const enquiry = body.data._id
const files = [{ name: 'log.txt', url: dataUrl('a log that nobody else may read', 'text/plain') }]
await agent.post('/chat', { enquiry, side: 'host', message: 'On it', files })

test('a backup that is loaded elsewhere has every row, key, index, trigger and function [D13.1]', async () => {
  const reader = await backUp(app, await temporaryFolder())
  const { db } = await loadElsewhere(reader)
  expect(await everyRestoredRow({ db })).toEqual(await everyRestoredRow(app))
  expect(await schemaDocument(db)).toBe(await schemaDocument(app.db))
})

test('a restore moves the numbers of live events on, so that no page misses one [D13.1]', async () => {
  const { db } = await loadElsewhere(await backUp(app, await temporaryFolder()))
  const [before] = await app.db`select last_no::int8::float8 as no from event_counter`
  const [after] = await db`select last_no::int8::float8 as no from event_counter`
  expect(after!.no).toBe(before!.no + 1_000_000)
})

test('a backup that is made while people write contains one moment: totals and rows agree [D13.1]', async () => {
  const done = new AbortController()
  const numbers: string[] = []
  const write = async () => {
    while (!done.signal.aborted) numbers.push((await member.raise())._id)
  }
  const writing = Promise.all([write(), write(), write()])
  await expect.poll(() => numbers.length).toBeGreaterThan(3)
  const before = [...numbers]
  const reader = await backUp(app, await temporaryFolder()).finally(() => done.abort())
  await writing
  const { db } = await loadElsewhere(reader)
  expect(await checkCounts(db)).toEqual([])
  const rows = await db`select id from enquiry where id = any(${before})`
  expect(rows).toHaveLength(before.length)
})

test('the backups in a folder share their files [D13.1]', async () => {
  const folder = await temporaryFolder()
  await backUp(app, folder)
  const first = await filesIn(join(folder, 'files'))
  await backUp(app, folder)
  expect(await filesIn(join(folder, 'files'))).toEqual(first)
  // The image, its thumbnail, and the log.
  expect(first).toHaveLength(3)
})

test('a backup replaces a damaged file of the pool [D13.1]', async () => {
  const folder = await temporaryFolder()
  const reader = await backUp(app, folder)
  const [path] = await filesIn(join(folder, 'files'))
  await writeFile(path!, 'damaged')
  expect(await reader.findFaults()).toHaveLength(1)
  await backUp(app, folder)
  expect(await reader.findFaults()).toEqual([])
})

test('a missing or damaged file fails the backup with an error that names it, and leaves no backup [D13.1]', async () => {
  const other = await testApp()
  const { owner: someone } = await people(other)
  const sent = { enquiryType: 'Damage', documents: [{ name: 'roof.png', url: await picture('png', '#ff0000') }] }
  await someone.post('/enquiry', sent)
  const [{ sha256 } = { sha256: '' }] = await other.db<{ sha256: string }[]>`select sha256 from document`
  const path = join(other.config.filesDir, sha256.slice(0, 2), sha256)
  const folder = await temporaryFolder()

  await writeFile(path, 'other bytes')
  await expect(backUp(other, folder)).rejects.toThrow(`The stored file ${sha256} (“roof.png”) is damaged`)
  await rm(path)
  await expect(backUp(other, folder)).rejects.toThrow(`The stored file ${sha256} (“roof.png”) is missing`)
  expect(await (await openFolderPlace(folder)).names()).toEqual([])
})

test('only the newest backups are kept, with the files that they use [D13.1]', async () => {
  const other = await testApp()
  const { owner: someone } = await people(other)
  const folder = await temporaryFolder()
  await someone.patch('/users', { profilePic: await picture('png', '#010203') })
  const first = await backUp(other, folder)
  const oldFiles = await filesIn(join(folder, 'files'))
  await someone.patch('/users', { profilePic: await picture('png', '#040506') })
  await other.db`delete from file f where not exists (select from app_user u where u.picture_sha256 = f.sha256)`
  const second = await backUp(other, folder)
  const third = await backUp(other, folder, { keep: keepOnly(2) })
  const place = await openFolderPlace(folder)
  expect(await place.names()).toEqual([second.name, third.name])
  const left = await filesIn(join(folder, 'files'))
  expect(left.filter((path) => oldFiles.includes(path))).toEqual([])
  expect([...(await second.findFaults()), ...(await third.findFaults())]).toEqual([])
  expect(await readdir(folder)).not.toContain(first.name)
})

test('the backup of one installation refuses a folder with backups of another [D13.1]', async () => {
  const folder = await temporaryFolder()
  await backUp(app, folder)
  const other = await testApp()
  await people(other)
  await expect(backUp(other, folder)).rejects.toThrow(`${folder} has backups of another installation`)
})

test('a backup without the secret does not contain it [D13.1]', async () => {
  const folder = await temporaryFolder()
  expect(await (await backUp(app, folder)).secret()).toBe(testSecret)
  const without = await temporaryFolder()
  expect(await (await backUp(app, without, { secret: null })).secret()).toBeUndefined()
  expect((await filesIn(without)).some((path) => path.endsWith('/secret'))).toBe(false)
})

test('while a backup is made, no second one begins and the sweep removes no file [D13.1]', async () => {
  const orphan = 'f'.repeat(64)
  await app.storage.put(orphan, Buffer.from('orphan'))
  const lock = await DatabaseSession.begin(app.connection)
  await lock.run([removalLock, backupLock].map((key) => `select pg_advisory_xact_lock(${key})`))
  const future = { ...app.storage, remove: (key: string) => app.storage.remove(key, new Date(Date.now() + 60_000)) }
  expect(await sweepFiles(app.db, future, new AbortController().signal)).toBe(0)
  await expect(backUp(app, await temporaryFolder())).rejects.toThrow('Another backup of this database is running')
  await lock.commit()
  expect(await sweepFiles(app.db, future, new AbortController().signal)).toBeGreaterThan(0)
})

test('the next backup removes what a killed one has left [D13.1]', async () => {
  const folder = await temporaryFolder()
  const place = await openFolderPlace(folder)
  await place.write('2026-01-01T00-00-00.000Z', 'tables/a.copy.gz', [Buffer.from('half')])
  expect(await place.names()).toEqual([])
  await backUp(app, folder)
  expect((await readdir(folder)).filter((name) => name.endsWith('.partial'))).toEqual([])
})

test('a backup from a newer version is refused with what to do [D13.1]', async () => {
  const reader = await backUp(app, await temporaryFolder())
  reader.manifest.migrations.push('999-future.sql')
  await expect(loadElsewhere(reader)).rejects.toThrow('A newer version made this data (it has 999-future.sql). Update')
})

test('nothing that reads a backup accepts a missing part [D13.1]', async () => {
  const folder = await temporaryFolder()
  const { name } = await backUp(app, folder)
  await rm(join(folder, name, 'tables/enquiry.copy.gz'))
  const reader = await readBackup(await openFolderPlace(folder), name)
  expect(await reader.findFaults()).toEqual(['The part tables/enquiry.copy.gz of the backup is missing.'])
  await expect(loadElsewhere(reader)).rejects.toThrow('tables/enquiry.copy.gz of the backup is missing')
  await rm(join(folder, name, 'manifest.json'))
  await expect(readBackup(await openFolderPlace(folder), name)).rejects.toThrow(`There is no backup ${name}`)
  expect(await readFile(join(folder, name, 'secret'), 'utf8')).toBe(testSecret)
})

test.skipIf(!poolerPath)('a backup through pgbouncer in transaction mode is complete [D13.1] [D13.2]', async () => {
  const place = await startPooler(poolerPath!, app.connection)
  const pooled = { storage: app.storage, connection: { ...place, pooler: 'transaction' as const } }
  const reader = await waitFor(async () => backUp(pooled, await temporaryFolder()))
  const { db } = await loadElsewhere(reader)
  expect(await everyRestoredRow({ db })).toEqual(await everyRestoredRow(app))
})
