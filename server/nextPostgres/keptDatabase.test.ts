import { cp, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { nameOf } from '#server/backup/format/manifest.ts'
import { hasDataAside } from '#server/backup/restoring/aside.ts'
import { copyBeforeUpgrade } from '#server/backup/upgrading/coldCopy.ts'
import { startUpgradable } from '#server/backup/upgrading/startUpgradable.ts'
import { rollbackCommand } from '#server/commands/rollbackCommand.ts'
import { openDatabase } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { startHousekeeping } from '#server/housekeeping.ts'
import { projectRoot } from '#server/projectRoot.ts'
import { temporaryFolder } from '#server/test/backups/backups.ts'
import {
  copyOfFolder,
  fillPostgres17,
  inDatabase,
  postgres17Path,
  stateOf,
  upgrade,
} from '#server/test/database/postgres17.ts'
import { testApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'

const app = await testApp()
const migrations = (await readdir(join(projectRoot, 'server/database/migrations'))).toSorted()
const old = migrations.slice(0, 10)
/** Data folders of an older version of the product, with PostgreSQL 17, and then with 18. */
const [original, upgraded] = [await temporaryFolder(), await temporaryFolder()]
if (postgres17Path) {
  await fillPostgres17(original, async (connection) => {
    const db = openDatabase(connection, 2)
    await migrate(db, { only: old })
    await db`insert into company (id, name) values (gen_random_uuid(), 'Old & Co')`
    await db.end()
  })
  await cp(original, upgraded, { recursive: true })
  await upgrade(upgraded)
}

let folder: string

beforeEach(async () => {
  folder = await copyOfFolder(upgraded)
})

async function copiesIn(place: string) {
  return (await readdir(place)).filter((name) => name.startsWith('before-upgrade-'))
}

/** Starts the database as a server does, and migrates it. Returns what is reported. */
async function migrateAsServer(only?: string[]) {
  const reports: string[] = []
  const postgres = await startUpgradable(folder, (line) => reports.push(line))
  const db = openDatabase(postgres.connection, 2)
  await migrate(db, { only }).finally(() => db.end())
  await postgres.stop()
  return reports
}

async function rollBack() {
  const lines: string[] = []
  await rollbackCommand(['--yes'], { DATA_DIR: folder }, (line) => lines.push(line))
  return lines.join('\n')
}

function appliedIn(place: string) {
  return inDatabase(place, async (db) => (await db`select name from migration order by name`).map(({ name }) => name))
}

/** Pretends that the kept database is from so long ago. */
async function age(days: number) {
  const [kept] = await copiesIn(folder)
  const copiedAt = new Date(Date.now() - days * 24 * 3600 * 1000)
  const aged = join(folder, `before-upgrade-${nameOf(copiedAt)}`)
  await rename(join(folder, kept!), aged)
  const about = join(aged, 'about.json')
  await writeFile(about, JSON.stringify({ ...JSON.parse(await readFile(about, 'utf8')), copiedAt }))
}

async function runHousekeeping() {
  const log = { error: vi.fn<() => void>(), info: vi.fn<(details: { step: string }) => void>() }
  const services = { ...app, config: { ...app.config, dataDir: folder } }
  const running = startHousekeeping(services, log as unknown as FastifyBaseLogger, { firstRunMs: 0 })
  await waitFor(() => expect(log.info.mock.calls.map(([{ step }]) => step)).toContain('sweep files'))
  await running.stop()
  expect(log.error).not.toHaveBeenCalled()
}

describe.skipIf(!postgres17Path)('after an update of PostgreSQL', () => {
  test('the old database is kept for seven days, and all files as long as it is there [D13.2]', async () => {
    await age(6.99)
    await runHousekeeping()
    expect(await copiesIn(folder)).toHaveLength(1)
    expect(await hasDataAside(app.db, folder)).toBe(true)

    await age(7.01)
    expect(await hasDataAside(app.db, folder)).toBe(true)
    await runHousekeeping()
    expect((await readdir(folder)).toSorted()).toEqual(['postgres', 'postgres.log'])
    expect(await hasDataAside(app.db, folder)).toBe(false)
    expect((await stateOf(folder)).major).toBe(18)
  })

  test('copies before later updates do not displace the old database [D13.2]', async () => {
    const [kept] = await copiesIn(folder)
    for (let times = 0; times < 3; times++) await copyBeforeUpgrade(folder, { applied: old, missing: [] })
    const copies = await copiesIn(folder)
    expect(copies).toHaveLength(3)
    expect(copies).toContain(kept)
  })

  test('the migrations of the same start make no second copy, and a rollback undoes both [D13.2]', async () => {
    const before = await copiesIn(folder)
    expect(await migrateAsServer(migrations.slice(0, 15))).toEqual([])
    expect(await migrateAsServer()).toEqual([])
    expect(await appliedIn(folder)).toEqual(migrations)
    expect(await copiesIn(folder)).toEqual(before)
    await rollBack()
    expect(await stateOf(folder)).toEqual(await stateOf(original))
  })

  test('a later update makes a copy of its own [D13.2]', async () => {
    const [kept] = await copiesIn(folder)
    const about = join(folder, kept!, 'about.json')
    await writeFile(about, JSON.stringify({ ...JSON.parse(await readFile(about, 'utf8')), missing: [] }))
    expect(await migrateAsServer()).toEqual(['Copying the database before it is updated …'])
    expect(await copiesIn(folder)).toHaveLength(2)
  })

  test('a rollback says what it undoes, and which PostgreSQL it goes back to; another start updates again [D13.2]', async () => {
    await inDatabase(folder, async (db) => {
      const [company] = await db<{ id: string }[]>`select id from company`
      await db`
        insert into app_user (company_id, id, name, email, password_hash, role)
        values (${company!.id}, gen_random_uuid(), 'Ada', 'ada@new.test', '', 'owner')`
    })
    const printed = await rollBack()
    expect(printed).toContain(
      'before the last update, and needs PostgreSQL 17, which that version of the product has. Going back to it undoes what was written since:\n  people: 1\n',
    )
    expect(await stateOf(folder)).toEqual(await stateOf(original))
    expect(await copiesIn(folder)).toEqual([])
    await upgrade(folder)
    expect((await stateOf(folder)).major).toBe(18)
  })
})
