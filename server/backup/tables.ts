import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { from, to } from 'pg-copy-streams'
import type { BackedUpTable } from '#server/backup/format/manifest.ts'
import { copyTarget, type DatabaseSession } from './databaseSession.ts'

/** Migrations create these, and their rows. */
const ownTables = ['migration', 'migration_progress']

export type Table = Pick<BackedUpTable, 'name' | 'columns'>

/** The tables whose rows a backup contains, without generated columns. */
export async function listTables(session: DatabaseSession) {
  return describeTables(session, 'c.relname <> all($1)', ownTables)
}

/** The table of the applied migrations. Older versions have fewer columns. */
export async function findMigrationTable(session: DatabaseSession) {
  const [table] = await describeTables(session, 'c.relname = any($1)', ['migration'])
  return table!
}

async function describeTables(session: DatabaseSession, condition: string, names: string[]) {
  return session.rows<Table>(
    `select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and ${condition}
    group by 1 order by 1`,
    [names],
  )
}

export async function listMigrations(session: DatabaseSession) {
  const rows = await session.rows<{ name: string }>('select name from migration order by name')
  return rows.map(({ name }) => name)
}

/** The rows in PostgreSQL's text format. */
export function readRows(session: DatabaseSession, table: Table) {
  return session.client.query(to(`copy ${copyTarget(table)} to stdout`))
}

/** Adds what is written to it. */
export function addRows(session: DatabaseSession, table: Table) {
  return session.client.query(from(`copy ${copyTarget(table)} from stdin`))
}

/** Compressed rows in PostgreSQL's text format, for `save`. Returns how many there were. */
export async function copyOut(
  session: DatabaseSession,
  table: Table,
  save: (content: AsyncIterable<Uint8Array>) => Promise<void>,
) {
  const copy = readRows(session, table)
  // The lowest level is three times as fast, for a fifth more bytes.
  const compressed = createGzip({ level: 1 })
  const [read, saved] = await Promise.allSettled([pipeline(copy, compressed), save(compressed)])
  // If `save` fails, that aborts the reading, so only the error of `save` has the reason.
  for (const each of [saved, read]) if (each.status === 'rejected') throw each.reason
  return copy.rowCount
}

/** Returns how many rows it has added. */
export async function copyIn(session: DatabaseSession, table: Table, stored: AsyncIterable<Uint8Array>) {
  const copy = addRows(session, table)
  await pipeline(Readable.from(stored), createGunzip(), copy)
  return copy.rowCount
}

/** Rows end with a line break, which the text format never contains otherwise. */
export async function countRows(stored: AsyncIterable<Uint8Array>) {
  let rows = 0
  await pipeline(Readable.from(stored), createGunzip(), async (content: AsyncIterable<Buffer>) => {
    for await (const chunk of content) for (let at = -1; (at = chunk.indexOf(10, at + 1)) >= 0;) rows += 1
  })
  return rows
}
