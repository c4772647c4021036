import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { makeBackup } from '#server/backup/backup.ts'
import type { BackupReader } from '#server/backup/backupReader.ts'
import { openFolderPlace } from '#server/backup/places/folderPlace.ts'
import { loadDatabase } from '#server/backup/restoring/loadDatabase.ts'
import { openDatabase } from '#server/database/database.ts'
import { dropDatabase } from '#server/test/dropDatabase.ts'
import { people } from '#server/test/people.ts'
import { picture } from '#server/test/pictures.ts'
import { type TestApp, testApp } from '#server/test/testApp.ts'
import { whenDone } from '#server/test/whenDone.ts'

/** A folder that is removed when the current test or file is done. */
export async function temporaryFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'enquiry-desk-backups-'))
  whenDone(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))
  return folder
}

export async function filesIn(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}

export const testSecret = 'the secret of the tests, which is long enough'

/** `secret` is null for a backup without it. */
type Options = Parameters<typeof makeBackup>[2] & { secret?: string | null }

/** Backs up a test's own data into `folder`. */
export async function backUp(
  { connection, storage }: Pick<TestApp, 'connection' | 'storage'>,
  folder: string,
  { secret = testSecret, ...options }: Options = {},
) {
  const source = { connection, storage, secret: secret ?? undefined, productVersion: '0.1.0' }
  return makeBackup(source, await openFolderPlace(folder), options)
}

/** A backup of an installation with an enquiry that has a picture. Returns its folder. */
export async function backUpPicture() {
  const app = await testApp()
  const { member } = await people(app)
  const documents = [{ name: 'leak.png', url: await picture('png', '#00ff00') }]
  await member.post('/enquiry', { enquiryType: 'Damage', documents })
  const folder = await temporaryFolder()
  const { name } = await backUp(app, folder)
  return join(folder, name)
}

export function keepOnly(count: number) {
  return { count, spared: { keys: new Set<string>(), since: undefined } }
}

/** An empty database on the cluster of the tests. */
export async function emptyDatabase() {
  const connection = inject('connection')
  const database = `test_${randomUUID().replaceAll('-', '')}`
  const admin = openDatabase(connection, 1)
  await admin`create database ${admin(database)}`
  const db = openDatabase({ ...connection, database }, 4)
  whenDone(async () => {
    await db.end()
    await dropDatabase(admin, database)
    await admin.end()
  })
  return { db, connection: { ...connection, database } }
}

export async function loadElsewhere(reader: BackupReader) {
  const elsewhere = await emptyDatabase()
  await loadDatabase(elsewhere.connection, reader)
  return elsewhere
}
