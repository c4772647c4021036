import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hasDataAside } from '#server/backup/restoring/aside.ts'
import { startUpgradable } from '#server/backup/upgrading/startUpgradable.ts'
import { type Db, openDatabase } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { projectRoot } from '#server/projectRoot.ts'
import { temporaryFolder } from '#server/test/backups/backups.ts'
import { smallDisk } from '#server/test/backups/smallDisk.ts'
import { rollbackCommand } from './rollbackCommand.ts'

const migrations = (await readdir(join(projectRoot, 'server/database/migrations'))).toSorted()
const old = migrations.slice(0, 10)

/** Starts the database of a folder as a server of this version does, and stops it after `use`. */
async function start<T>(folder: string, use: (db: Db) => Promise<T>) {
  const reports: string[] = []
  const postgres = await startUpgradable(folder, (line) => reports.push(line))
  const db = openDatabase(postgres.connection, 2)
  try {
    return { reports, result: await use(db) }
  } finally {
    await db.end()
    await postgres.stop()
  }
}

/** A data folder of an older version, with a company. */
async function oldFolder() {
  const folder = await temporaryFolder()
  await start(folder, async (db) => {
    await migrate(db, { only: old })
    await db`insert into company (id, name) values (gen_random_uuid(), 'Old & Co')`
  })
  return folder
}

function copiesIn(folder: string) {
  return readdir(folder).then((names) => names.filter((name) => name.startsWith('before-upgrade-')))
}

async function rollBack(folder: string, ...args: string[]) {
  const lines: string[] = []
  await rollbackCommand(args, { DATA_DIR: folder }, (line) => lines.push(line))
  return lines.join('\n')
}

async function appliedTo(db: Db) {
  return (await db<{ name: string }[]>`select name from migration order by name`).map(({ name }) => name)
}

test('an update copies the database first, and a start without one does not [D13.1]', async () => {
  const folder = await oldFolder()
  expect(await copiesIn(folder)).toEqual([])
  const { reports } = await start(folder, (db) => migrate(db))
  expect(reports).toEqual(['Copying the database before it is updated …'])
  expect(await copiesIn(folder)).toHaveLength(1)
  expect((await start(folder, (db) => migrate(db))).reports).toEqual([])
  expect(await copiesIn(folder)).toHaveLength(1)
})

test('a rollback says what was written since, and only --yes goes back to the copy [D13.1]', async () => {
  const folder = await oldFolder()
  await start(folder, async (db) => {
    await migrate(db)
    const [company] = await db<{ id: string }[]>`select id from company`
    await db`
      insert into app_user (company_id, id, name, email, password_hash, role)
      values (${company!.id}, gen_random_uuid(), 'Ada', 'ada@new.test', '', 'owner')`
  })
  await expect(rollBack(folder)).rejects.toThrow('Nothing has been changed. To go back, add --yes.')
  expect((await start(folder, appliedTo)).result).toEqual(migrations)

  const printed = await rollBack(folder, '--yes')
  expect(printed).toContain('undoes what was written since:\n  people: 1\n')
  const aside = /The data from before is in (.*)\.\n/.exec(printed)![1]!
  expect(await readdir(aside)).toEqual(['postgres'])
  expect(await copiesIn(folder)).toEqual([])
  // This version updates again, so it copies the restored state.
  const again = await start(folder, appliedTo)
  expect(again).toEqual({ reports: ['Copying the database before it is updated …'], result: old })
  expect((await start(folder, (db) => db`select name from company`)).result).toEqual([{ name: 'Old & Co' }])
})

test('an update that goes on after an interruption keeps the copy from before it [D13.1]', async () => {
  const folder = await oldFolder()
  await start(folder, (db) => migrate(db, { only: migrations.slice(0, 15) }))
  const [copy] = await copiesIn(folder)
  const { reports } = await start(folder, (db) => migrate(db))
  expect(reports).toEqual([])
  expect(await copiesIn(folder)).toEqual([copy])
  await rollBack(folder, '--yes')
  expect((await start(folder, appliedTo)).result).toEqual(old)
})

test('the two newest copies are kept, and files as long as one is from the last seven days [D13.1]', async () => {
  const folder = await oldFolder()
  for (let times = 0; times < 3; times++) await start(folder, appliedTo)
  const copies = await copiesIn(folder)
  expect(copies).toHaveLength(2)
  await start(folder, async (db) => {
    expect(await hasDataAside(db, folder)).toBe(true)
    for (const copy of await copiesIn(folder)) await rm(join(folder, copy), { recursive: true })
    expect(await hasDataAside(db, folder)).toBe(false)
  })
})

test.each([
  [{}, /^There is no copy from before an update in .*\. Restore a backup instead\.$/],
  [{ DATABASE_URL: 'postgres://localhost/x' }, /^Only the embedded database is copied before an update\./],
])('a rollback without a copy says what to do (%#) [D13.1]', async (settings, message) => {
  const folder = await temporaryFolder()
  await expect(rollbackCommand([], { DATA_DIR: folder, ...settings }, () => undefined)).rejects.toThrow(message)
})

/** Has room for one database only. */
const small = await smallDisk(84)

test.skipIf(!small)(
  'an update that has too little space for the copy is refused, and says how much it needs [D13.1]',
  async () => {
    await start(small!, (db) => migrate(db, { only: old }))
    await expect(start(small!, appliedTo)).rejects.toThrow(
      /^The update first copies the database, for which \d+ MB must be free in .*; \d+ MB are\. Make room, and start again\.$/,
    )
    expect(await copiesIn(small!)).toEqual([])
  },
)
