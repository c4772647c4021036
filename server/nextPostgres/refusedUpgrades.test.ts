import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Connection } from '#server/database/connectionPool.ts'
import { openDatabase } from '#server/database/database.ts'
import { databaseName } from '#server/database/embedded/postgresCluster.ts'
import { migrate } from '#server/database/migrate.ts'
import { temporaryFolder } from '#server/test/backups/backups.ts'
import { fillDisk, smallDisk } from '#server/test/backups/smallDisk.ts'
import {
  copyOfFolder,
  fillPostgres17,
  inDatabase,
  postgres17Path,
  stateOf,
  upgrade,
} from '#server/test/database/postgres17.ts'
import { waitFor } from '#server/test/waitFor.ts'
import { upgradePostgres } from './upgradePostgres.ts'

const original = await temporaryFolder()
if (postgres17Path) await fillPostgres17(original, fill)

async function fill(connection: Connection) {
  const db = openDatabase(connection, 2)
  await migrate(db)
  await db`insert into company (id, name) values (gen_random_uuid(), 'Old & Co')`
  await db.end()
}

/** A small disk with a database of PostgreSQL 17. */
const small = postgres17Path ? await smallDisk(250) : undefined
if (small) await fillPostgres17(small, fill)

/** The entries of a data folder except the log. */
async function entriesOf(folder: string) {
  return (await readdir(folder)).filter((name) => !name.startsWith('postgres.log')).toSorted()
}

/** Changes rows of the copy that an update makes, between their copy and their comparison. */
async function damageCopy(folder: string) {
  const startedAt = new Date().toISOString()
  const staged = await waitFor(async () => {
    const name = (await readdir(folder)).find((each) => each.endsWith('.partial'))
    expect(name).toBeDefined()
    return name!
  })
  const host = join(folder, staged, 'postgres')
  const db = openDatabase({ host, port: 5432, user: databaseName, database: databaseName }, 1, {
    statementTimeout: 0,
    lockTimeout: 0,
  })
  // The lock waits for the end of the copy. The table is the last one that is compared.
  const damage = `do $$ begin
    lock table migration in share row exclusive mode;
    update migration set applied_at = now() where applied_at < '${startedAt}';
    if not found then raise 'not copied yet'; end if;
  end $$`
  await waitFor(() => db.unsafe(damage)).finally(() => db.end())
}

describe.skipIf(!postgres17Path)('an update to PostgreSQL 18', () => {
  test('that finds another row in the copy leaves the old database in use [D13.2]', async () => {
    const folder = await copyOfFolder(original)
    const before = await stateOf(folder)
    const damaged = damageCopy(folder)
    await expect(upgrade(folder)).rejects.toThrow(
      /^The table migration has other rows at the new place, so the old one stays in use\. Check the disk and memory of the new place\. Once that is resolved, start again\. The database in .*postgres is unchanged, in PostgreSQL 17\.$/,
    )
    await damaged
    expect(await entriesOf(folder)).toEqual(['postgres', 'postgres-17-programs'])
    expect(await stateOf(folder)).toEqual(before)
    await upgrade(folder)
    expect(await stateOf(folder)).toEqual({ ...before, major: 18 })
  })

  test.skipIf(!small)('without enough space is refused, and says how much it needs [D13.2]', async () => {
    fillDisk(small!, 40e6)
    await expect(upgrade(small!)).rejects.toThrow(
      /^The update first copies the database, for which \d+ MB must be free in .*; \d+ MB are\. Make room, and start again\.$/,
    )
    expect(await entriesOf(small!)).toEqual(['filler', 'postgres', 'postgres-17-programs'])
  })

  test.skipIf(!small).each([5e6, 50e6, 60e6])(
    'on a disk that fills up when %d bytes are left leaves the old database in use [D13.2]',
    async (bytes) => {
      const before = await stateOf(small!)
      let makeRoom: (() => Promise<void>) | undefined
      const report = () => {
        makeRoom ??= fillDisk(small!, bytes)
      }
      const upgrading = upgradePostgres(small!, { report, beforeExchange: async () => {} })
      await expect(upgrading).rejects.toThrow(
        /Once that is resolved, start again\. The database in .* is unchanged, in PostgreSQL 17\.$/,
      )
      expect(await entriesOf(small!)).toEqual(['filler', 'postgres', 'postgres-17-programs'])
      await makeRoom!()
      expect(await stateOf(small!)).toEqual(before)
    },
  )

  test('is refused while the database has data that the product did not make, and names it [D13.2]', async () => {
    const folder = await copyOfFolder(original)
    await inDatabase(folder, (db) => db.unsafe('create schema reports; create table reports.weekly (week integer)'))
    await inDatabase(folder, (db) => db.unsafe('create database archive'))
    await expect(upgrade(folder)).rejects.toThrow(
      'and the database also has the database archive, the schema reports. Start the version of the product that you used before, save these elsewhere, and drop them. Once that is resolved, start again.',
    )
    await inDatabase(folder, (db) => db.unsafe('drop schema reports cascade'))
    await inDatabase(folder, (db) => db.unsafe('drop database archive'))
    await upgrade(folder)
    expect((await stateOf(folder)).major).toBe(18)
  })

  test('that cannot be finished once does not change the old database [D13.2]', async () => {
    const folder = await copyOfFolder(original)
    const before = await stateOf(folder)
    await expect(upgrade(folder, () => Promise.reject(new Error('no power')))).rejects.toThrow(
      /^The database could not be copied to PostgreSQL 18: no power\. Check that the disk is not full\. Once that is resolved, start again\./,
    )
    expect(await entriesOf(folder)).toEqual(['postgres', 'postgres-17-programs'])
    expect(await stateOf(folder)).toEqual(before)
  })
})
