import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { productVersion } from '#server/productVersion.ts'
import { projectRoot } from '#server/projectRoot.ts'
import { emptyDatabase } from '#server/test/database/emptyDatabase.ts'
import { waitFor } from '#server/test/waitFor.ts'
import { whenDone } from '#server/test/whenDone.ts'
import { type Connection, statementChannel } from './connectionPool.ts'
import { type Db, openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { listeningName } from './runningServers.ts'

const ownFolder = join(projectRoot, 'server/database/migrations')

const base = {
  '001-base.sql': `create table note (id integer primary key, text text not null, length integer);
    insert into note select n, repeat('x', 500) from generate_series(1, 5000) n;`,
}

/** An empty database, a folder of migrations, and a function that migrates as a starting server does. */
async function world(files: Record<string, string>) {
  const { db, connection } = await emptyDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  whenDone(() => rm(folder, { recursive: true }))
  const add = async (more: Record<string, string>) => {
    for (const [name, sql] of Object.entries(more)) {
      await writeFile(join(folder, name), sql.includes('-- beside') ? sql : `-- beside 0.1.0\n${sql}`)
    }
  }
  await add(files)
  const start = async (signal?: AbortSignal) => {
    const own = openDatabase(connection, 4)
    await migrate(own, { folder, signal }).finally(() => own.end({ timeout: 5 }))
  }
  const names = async () => (await db`select name from migration order by name`).map(({ name }) => name as string)
  return { db, connection, add, start, names, remove: (name: string) => rm(join(folder, name)) }
}

const backfill = `-- in batches of note
update note set length = char_length(text) where length is null and ctid >= $from and ctid < $to`

test('servers that start at the same time apply each migration once', async () => {
  const { db, start, names } = await world({
    ...base,
    '002-index.sql':
      '-- concurrently\ncreate index concurrently note_text on note (text);\ncreate index concurrently note_length on note (length);\n',
    '003-backfill.sql': backfill,
  })
  await Promise.all([start(), start(), start(), start()])
  expect(await names()).toEqual(['001-base.sql', '002-index.sql', '003-backfill.sql'])
  expect(await db`select distinct length from note`).toEqual([{ length: 500 }])
  expect(await db`select from pg_index where indrelid = 'note'::regclass and indisvalid`).toHaveLength(3)
})

test('a start with nothing to migrate runs two statements, and reads no migration', async () => {
  const { add, start } = await world(base)
  await start()
  // It would be refused if it were read, because it names no version.
  await add({ '001-base.sql': '-- beside' })
  const statements: unknown[] = []
  const note = (statement: unknown) => void statements.push(statement)
  subscribe(statementChannel, note)
  await start()
  unsubscribe(statementChannel, note)
  expect(statements).toHaveLength(2)
})

/** A database whose backfill was interrupted halfway. */
async function interrupted() {
  const { add, start, ...rest } = await world(base)
  await start()
  await add({ '002-backfill.sql': backfill })
  const stop = new AbortController()
  const starting = start(stop.signal)
  await waitFor(async () => expect(await rest.db`select from note where length is not null limit 1`).toHaveLength(1))
  stop.abort()
  await expect(starting).rejects.toThrow('aborted')
  return { start, ...rest }
}

test('an interrupted backfill resumes where it stopped', async () => {
  const { db, start, names } = await interrupted()
  expect(await names()).toEqual(['001-base.sql'])
  const [progress] = await db`select next_block < last_block as is_in_the_middle from migration_progress`
  expect(progress).toEqual({ isInTheMiddle: true })
  await start()
  expect(await db`select distinct length from note`).toEqual([{ length: 500 }])
  expect(await names()).toEqual(['001-base.sql', '002-backfill.sql'])
  expect(await db`select from migration_progress`).toHaveLength(0)
})

test('a backfill does not miss rows that are written while it runs', async () => {
  const { db, start } = await interrupted()
  await db`vacuum note`
  // The updated rows move to blocks that the backfill has already passed.
  await db`update note set text = text || 'x' where length is null`
  await start()
  expect(await db`select from note where length is null`).toHaveLength(0)
})

test('an index whose build failed is built again', async () => {
  const { db, add, start } = await world(base)
  await start()
  await db`update note set text = id::text`
  await db`update note set text = 'the same' where id < 3`
  await add({ '002-index.sql': '-- concurrently\ncreate unique index concurrently note_text on note (text);\n' })
  await expect(start()).rejects.toThrow('could not create unique index')
  const isValid = async () => (await db`select indisvalid from pg_index where indexrelid = 'note_text'::regclass`)[0]
  expect(await isValid()).toEqual({ indisvalid: false })
  await db`delete from note where id = 1`
  await start()
  expect(await isValid()).toEqual({ indisvalid: true })
})

test('a table can be read and written while an index is built on it', async () => {
  const { db, add, start } = await world(base)
  await start()
  await add({ '002-index.sql': '-- concurrently\ncreate index concurrently note_text on note (text);\n' })
  const starting = await db.begin(async (tx) => {
    await tx`update note set text = 'written before' where id = 1`
    const started = start()
    // The build has begun, and waits for this transaction.
    await waitFor(async () => expect(await db`select from pg_stat_progress_create_index`).toHaveLength(1))
    await db`insert into note values (9999, 'written meanwhile')`
    expect(await db`select text from note where id = 9999`).toHaveLength(1)
    return { started }
  })
  await starting.started
  expect(await db`select from pg_index where indexrelid = 'note_text'::regclass and indisvalid`).toHaveLength(1)
})

/** Starts while a long transaction reads the table that the migration locks, and reads meanwhile as well. */
async function startBesideReader(db: Db, start: () => Promise<void>) {
  const starting = await db.begin(async (tx) => {
    await tx`select from note limit 1`
    const started = start()
    await waitFor(async () => {
      const waiting = await db`select from pg_locks where relation = 'note'::regclass and not granted`
      expect(waiting).toHaveLength(1)
    })
    expect(await db`select id from note where id = 1`).toHaveLength(1)
    return { started }
  })
  await starting.started
}

test('a change to a locked table is retried, and readers do not queue behind it', async () => {
  const { db, add, start } = await world(base)
  await start()
  await add({ '002-column.sql': "alter table note add column kind text not null default 'plain'" })
  await startBesideReader(db, start)
  expect((await db`select kind from note where id = 1`)[0]).toEqual({ kind: 'plain' })
})

/** A database with the table that records migrations as version 0.2.0 leaves it. */
async function recording(files: Record<string, string> = {}) {
  return world({ ...base, '002-oldest.sql': 'alter table migration add column oldest_version text', ...files })
}

test('an older server runs on a newer schema unless a migration there names a newer version as the oldest [D13.3]', async () => {
  const { db, start, remove, names } = await recording({
    '003-kind.sql': 'alter table note add column kind text',
    '004-size.sql': `-- beside ${productVersion}\nalter table note add column size integer`,
  })
  await start()
  await remove('003-kind.sql')
  await remove('004-size.sql')
  await start()
  expect(await names()).toEqual(['001-base.sql', '002-oldest.sql', '003-kind.sql', '004-size.sql'])
  await db`update migration set oldest_version = '0.10.0' where name = '004-size.sql'`
  await expect(start()).rejects.toThrow(
    `A newer version has changed the database (004-size.sql), and this one, ${productVersion}, does not work with it. Update the product.`,
  )
})

test('version 0.1.0 reads which migrations it may run beside [D13.3]', async () => {
  const { db, start } = await recording({
    '003-kind.sql': '-- beside 0.1.0\nalter table note add column kind text',
    '004-size.sql': '-- beside 0.2.0\nalter table note add column size integer',
  })
  await start()
  expect(await db`select name from migration where not is_compatible`).toEqual([{ name: '004-size.sql' }])
})

test('a migration that does not name the oldest version beside it is refused [D13.3]', async () => {
  const { start } = await world({ '001-base.sql': '-- beside version 1\ncreate table note (id integer)' })
  await expect(start()).rejects.toThrow('The migration 001-base.sql does not name the oldest version')
})

/** The session in which a server of version 0.1.0 listens, which shows no version. */
async function listenAsFirstVersion(connection: Connection) {
  const client = new Client({ ...connection, application_name: listeningName })
  await client.connect()
  whenDone(() => client.end())
}

test('a schema that a running server would not work with is not changed [D13.3]', async () => {
  const { db, connection, add, start, names } = await recording()
  await start()
  await db.listen('live', () => undefined)
  await add({ '003-size.sql': '-- beside 0.10.0\nalter table note add column size integer' })
  await expect(start()).rejects.toThrow(
    `A server of version ${productVersion} uses this database, and would not work after the update (003-size.sql). Update it to 0.10.0 first, or stop it. Then start again.`,
  )
  await listenAsFirstVersion(connection)
  await expect(start()).rejects.toThrow('A server of version 0.1.0 uses this database')
  expect(await names()).toEqual(['001-base.sql', '002-oldest.sql'])
  await add({ '003-size.sql': '-- beside 0.1.0\nalter table note add column size integer' })
  await start()
  expect(await names()).toContain('003-size.sql')
})

test('a migration that would make other servers wait for longer than 2 s is given up, and nothing is changed [D13.3]', async () => {
  const slow = { '002-slow.sql': 'alter table note add column kind text; select pg_sleep(3)' }
  const { db, add, start, names } = await world(base)
  await start()
  await add(slow)
  await db.listen('live', () => undefined)
  await expect(start()).rejects.toThrow(
    'The migration 002-slow.sql would make the other servers wait for longer than 2 s. Stop them, and start again.',
  )
  expect(await names()).toEqual(['001-base.sql'])
  expect(await db`select kind from note limit 1`.catch(({ code }: { code: string }) => code)).toBe('42703')
})

test('a migration may take longer while no other server uses the database', async () => {
  const { add, start, names } = await world(base)
  await start()
  await add({ '002-slow.sql': 'alter table note add column kind text; select pg_sleep(2.5)' })
  await start()
  expect(await names()).toEqual(['001-base.sql', '002-slow.sql'])
})

test('a change of constraints outside a transaction does not make readers wait for a long transaction', async () => {
  const { db, add, start } = await world(base)
  await start()
  await add({
    '002-check.sql': `-- concurrently
      alter table note add constraint note_is_short check (length < 1000) not valid;
      alter table note validate constraint note_is_short;\n`,
  })
  await startBesideReader(db, start)
  const [found] = await db`select convalidated as is_validated from pg_constraint where conname = 'note_is_short'`
  expect(found).toEqual({ isValidated: true })
})

const later = (await readdir(ownFolder)).filter((name) => name.endsWith('.sql') && name !== '001-initial.sql')

test.each([['001-initial.sql'], ...later.map((name) => [name])])(
  '%s does not lock any table for long',
  async (name) => {
    const sql = await readFile(join(ownFolder, name), 'utf8')
    const created = [...sql.matchAll(/^create table (\w+)/gm)].map(([, table]) => table)
    const indexed = [...sql.matchAll(/^create (?:unique )?index \w+\s+on (\w+)/gm)].map(([, table]) => table)
    expect(indexed.filter((table) => !created.includes(table))).toEqual([])
    expect(sql).not.toMatch(/alter column \w+ (set data )?type/)
  },
)

test('a database from before the first release is refused with a one-line error', async () => {
  const { db, start } = await world(base)
  await start()
  await db`insert into migration (name) values ('001-accounts.sql')`
  await expect(start()).rejects.toThrow(/^The database was created before the first release\. .*\.$/)
})
