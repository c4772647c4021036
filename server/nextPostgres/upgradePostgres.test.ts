import { cp, mkdir, readdir, readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadDatabase } from '#server/backup/restoring/loadDatabase.ts'
import { startEmbeddedPostgres, withEmbeddedPostgres } from '#server/database/embedded/embeddedPostgres.ts'
import { databaseMark } from '#server/moving/databaseMark.ts'
import type { Mark } from '#server/moving/mark.ts'
import { requireNotMoved } from '#server/moving/requireNotMoved.ts'
import { storageMark } from '#server/moving/storageMark.ts'
import { settleRestores } from '#server/stagedRestore.ts'
import { backUp, temporaryFolder } from '#server/test/backups/backups.ts'
import {
  copyOfFolder,
  fillPostgres17,
  inDatabase,
  postgres17Path,
  stateOf,
  upgrade,
} from '#server/test/database/postgres17.ts'
import { startMain } from '#server/test/moves/startMain.ts'
import { ask, people, Person } from '#server/test/people.ts'
import { picture } from '#server/test/pictures.ts'
import { secondServer, testApp } from '#server/test/testApp.ts'
import { whenDone } from '#server/test/whenDone.ts'

const app = await testApp()
const { agent, member } = await people(app)
const documents = [{ name: 'leak.png', url: await picture('png', '#00ff00') }]
const raised = await member.raise({ summery: 'A\tb\\c\nd “é” 🙂', documents })
await member.say(raised._id, 'Wasser im Keller, ß')
await agent.post('/chat', { enquiry: raised._id, message: 'We are on our way', side: 'host' })
const original = await temporaryFolder()
const upgraded = await temporaryFolder()
const reports: string[] = []
if (postgres17Path) {
  const backup = await backUp(app, await temporaryFolder())
  await fillPostgres17(original, (connection) => loadDatabase(connection, backup))
  await cp(original, upgraded, { recursive: true })
  reports.push(...(await upgrade(upgraded)))
}

/** Brings a folder back to the moment at which so many renames of the exchange were done. */
async function undoExchange(folder: string, kept: string, renames: number) {
  const ready = join(folder, `${kept.replace('before-', '')}.ready`)
  const steps = [
    [join(ready, 'notes'), join(folder, kept)],
    [join(folder, 'postgres'), join(folder, kept, 'postgres')],
    [join(ready, 'postgres'), join(folder, 'postgres')],
  ] as const
  await mkdir(ready)
  for (const [from, to] of steps.slice(renames).toReversed()) await rename(to, from)
}

const moved: Mark = {
  state: 'moved',
  id: '0198c1a0-0000-7000-8000-000000000000',
  place: 'the database desk',
  at: '2026-11-25T10:30:00.000Z',
  installation: null,
}

describe.skipIf(!postgres17Path)('a data folder of PostgreSQL 17', () => {
  test('gets PostgreSQL 18 with every row, and keeps the old database [D13.2]', async () => {
    const before = await stateOf(original)
    expect(before.major).toBe(17)
    expect(await stateOf(upgraded)).toEqual({ major: 18, rows: before.rows })
    const kept = await keptIn(upgraded)
    expect(reports).toEqual([
      'PostgreSQL 17 made this database. Copying it to PostgreSQL 18 …',
      expect.stringMatching(
        `^PostgreSQL 18 has all \\d+ rows\\. The old database is kept for 7 days, in ${join(upgraded, kept)}\\.$`,
      ),
    ])
    expect(await readFile(join(upgraded, kept, 'postgres/PG_VERSION'), 'utf8')).toBe('17\n')
    expect((await readdir(upgraded)).toSorted()).toEqual([kept, 'postgres', 'postgres-17-programs', 'postgres.log'])
    expect(await upgrade(upgraded)).toEqual([])
  })

  test('gets it when the server starts, which says what it does [D13.2]', async () => {
    const folder = await copyOfFolder(original)
    const settings = { DATA_DIR: folder, BACKUP_DIR: await temporaryFolder(), BACKUP_WAL: 'on' }
    expect(await startMain(settings)).toMatch(
      /^PostgreSQL 17 made this database\. Copying it to PostgreSQL 18 …\nPostgreSQL 18 has all [^]*\nReady at /,
    )
    expect(await readFile(join(folder, 'postgres/PG_VERSION'), 'utf8')).toBe('18\n')
  })

  test('goes on counting, and people sign in as before [D13.2]', async () => {
    const postgres = await startEmbeddedPostgres(await copyOfFolder(upgraded))
    whenDone(() => postgres.stop())
    const server = await secondServer({ ...app, connection: postgres.connection })
    const payload = { email: member.user.email, password: member.password }
    const { body } = await ask(server, { method: 'POST', url: '/auth/login', payload })
    const again = new Person(server, member.user, body.data.accessToken, member.password)
    expect([raised.enquiryId, (await again.raise()).enquiryId]).toEqual(['ENQ-000001', 'ENQ-000002'])
  })

  test('gets a cluster like every new one, with fresh statistics and the owner of the old one [D13.2]', async () => {
    const owners = [join(upgraded, await keptIn(upgraded), 'postgres'), join(upgraded, 'postgres')]
    const [old, current] = await Promise.all(owners.map(async (cluster) => (await stat(cluster)).uid))
    expect(current).toBe(old)
    const [settings] = await inDatabase(
      upgraded,
      (db) => db`
        select current_setting('data_checksums') as checksums, current_setting('wal_level') as log, usesuper,
          (select datlocale from pg_database where datname = current_database()) as locale,
          (select reltuples from pg_class where oid = 'message'::regclass) as messages
        from pg_user where usename = current_user`,
    )
    expect(settings).toEqual({ checksums: 'on', log: 'replica', usesuper: false, locale: 'C.UTF-8', messages: 2 })
  })

  test('stays marked as moved if its data was moved elsewhere [D13.2]', async () => {
    const folder = await copyOfFolder(original)
    await withEmbeddedPostgres(folder, (connection) => databaseMark(connection).write(moved))
    await upgrade(folder)
    await withEmbeddedPostgres(folder, async (connection) => {
      const starting = requireNotMoved(connection, storageMark({ filesDir: folder }), false)
      await expect(starting).rejects.toThrow('This data was moved to the database desk at')
    })
  })

  test('gets PostgreSQL 18 also if it has no tables yet [D13.2]', async () => {
    const folder = await temporaryFolder()
    await fillPostgres17(folder, async () => undefined)
    await upgrade(folder)
    expect(await stateOf(folder)).toEqual({ major: 18, rows: {} })
  })

  test.each([0, 1, 2, 3])(
    'gets it also if the exchange was killed after %i of its renames [D13.2]',
    async (renames) => {
      const folder = await copyOfFolder(upgraded)
      const kept = await keptIn(folder)
      await undoExchange(folder, kept, renames)
      await settleRestores(folder)
      expect(await readFile(join(folder, 'postgres/PG_VERSION'), 'utf8')).toBe('18\n')
      expect(await readFile(join(folder, kept, 'postgres/PG_VERSION'), 'utf8')).toBe('17\n')
      const about = ['about.json', 'hashes.json', 'pg_control']
      expect((await readdir(join(folder, kept))).toSorted()).toEqual([...about, 'postgres'])
      expect((await readdir(folder)).toSorted()).toEqual((await readdir(upgraded)).toSorted())
    },
  )

  test.each([0, 1])(
    'is copied again if an earlier version wrote to it after an exchange that was killed after %i of its renames [D13.2]',
    async (renames) => {
      const folder = await copyOfFolder(upgraded)
      await undoExchange(folder, await keptIn(folder), renames)
      await inDatabase(folder, (db) => db`insert into company (id, name) values (gen_random_uuid(), 'Written since')`)
      const written = await stateOf(folder)
      await settleRestores(folder)
      expect(await stateOf(folder)).toEqual(written)
      expect((await readdir(folder)).toSorted()).toEqual(['postgres', 'postgres-17-programs', 'postgres.log'])
      await upgrade(folder)
      expect(await stateOf(folder)).toEqual({ ...written, major: 18 })
    },
  )
})

async function keptIn(folder: string) {
  return (await readdir(folder)).find((name) => name.startsWith('before-upgrade-'))!
}
