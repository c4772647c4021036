import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadDatabase } from '#server/backup/restoring/loadDatabase.ts'
import { type Db, openDatabase } from '#server/database/database.ts'
import { withEmbeddedPostgres } from '#server/database/embedded/embeddedPostgres.ts'
import { backUp, temporaryFolder } from '#server/test/backups/backups.ts'
import { makePostgres17, postgres17Path } from '#server/test/database/postgres17.ts'
import { everyRow } from '#server/test/everyRow.ts'
import { people } from '#server/test/people.ts'
import { picture } from '#server/test/pictures.ts'
import { testApp } from '#server/test/testApp.ts'
import { upgradePostgres } from './upgradePostgres.ts'

const app = await testApp()
const { member, host } = await people(app)
const documents = [{ name: 'leak.png', url: await picture('png', '#00ff00') }]
await member.post('/enquiry', { enquiryType: 'Damage', summery: 'Wasser im Keller, ß', documents })
const backup = await backUp(app, await temporaryFolder())

/** Runs `use` on the database of a data folder, with the PostgreSQL that made it. */
function inDatabase<T>(folder: string, use: (db: Db) => Promise<T>) {
  return withEmbeddedPostgres(folder, (connection) => {
    const db = openDatabase(connection, 2)
    return use(db).finally(() => db.end())
  })
}

/** A data folder of PostgreSQL 17 with rows of every kind. */
async function folderOf17() {
  const folder = await temporaryFolder()
  await makePostgres17(folder)
  await withEmbeddedPostgres(folder, (connection) => loadDatabase(connection, backup))
  return folder
}

async function upgrade(folder: string) {
  const reports: string[] = []
  await upgradePostgres(folder, { report: (line) => reports.push(line) })
  return reports
}

async function majorOf(db: Db) {
  const [row] = await db<{ version: string }[]>`select current_setting('server_version') as version`
  return Number.parseInt(row!.version, 10)
}

describe.skipIf(!postgres17Path)('a data folder of PostgreSQL 17 [D14.4]', () => {
  test('gets PostgreSQL 18 with every row, and keeps the old database', async () => {
    const folder = await folderOf17()
    const before = await inDatabase(folder, async (db) => ({ major: await majorOf(db), rows: await everyRow({ db }) }))
    expect(before.major).toBe(17)
    const reports = await upgrade(folder)
    const after = await inDatabase(folder, async (db) => ({ major: await majorOf(db), rows: await everyRow({ db }) }))
    expect(after).toEqual({ major: 18, rows: before.rows })
    console.log(reports, await readdir(folder))
  })
})
