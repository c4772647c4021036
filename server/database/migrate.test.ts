import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, inject, onTestFinished, test } from 'vitest'
import { projectRoot } from '#server/projectRoot.ts'
import { dropDatabase } from '#server/test/dropDatabase.ts'
import { waitFor } from '#server/test/waitFor.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'

const ownFolder = join(projectRoot, 'server/database/migrations')
const admin = openDatabase(inject('connection'), 1)
afterAll(() => admin.end())

const base = {
  '001-base.sql': `create table note (id integer primary key, text text not null, length integer);
    insert into note select n, repeat('x', 500) from generate_series(1, 5000) n;`,
}

/** An empty database, a folder of migrations, and a function that migrates as a starting server does. */
async function world(files: Record<string, string>) {
  const database = `test_${randomUUID().replaceAll('-', '')}`
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  await admin`create database ${admin(database)}`
  const open = () => openDatabase({ ...inject('connection'), database }, 4)
  const db = open()
  onTestFinished(async () => {
    await db.end({ timeout: 5 })
    await dropDatabase(admin, database)
    await rm(folder, { recursive: true })
  })
  const add = async (more: Record<string, string>) => {
    for (const [name, sql] of Object.entries(more)) await writeFile(join(folder, name), sql)
  }
  await add(files)
  const start = async (signal?: AbortSignal) => {
    const own = open()
    await migrate(own, { folder, signal }).finally(() => own.end({ timeout: 5 }))
  }
  const names = async () => (await db`select name from migration order by name`).map(({ name }) => name as string)
  return { db, add, start, names, remove: (name: string) => rm(join(folder, name)) }
}

const backfill = `-- compatible
-- in batches of note
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

test('a change to a locked table is retried, and readers do not queue behind it', async () => {
  const { db, add, start } = await world(base)
  await start()
  await add({ '002-column.sql': "alter table note add column kind text not null default 'plain'" })
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
  expect((await db`select kind from note where id = 1`)[0]).toEqual({ kind: 'plain' })
})

test('an older server runs on a newer schema only if its migrations are declared compatible', async () => {
  const { add, start, remove, names } = await world(base)
  await add({ '002-column.sql': '-- compatible\nalter table note add column kind text' })
  await start()
  await remove('002-column.sql')
  await start()
  await add({ '003-gone.sql': 'alter table note drop column text' })
  await start()
  expect(await names()).toEqual(['001-base.sql', '002-column.sql', '003-gone.sql'])
  await remove('003-gone.sql')
  await expect(start()).rejects.toThrow(
    /^The database was created by a newer version \(it has 003-gone\.sql\)\. Update the product\.$/,
  )
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
