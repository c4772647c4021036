import { escapeIdentifier } from 'pg'
import type { DatabaseSession } from './databaseSession.ts'

/** The keys of all files that rows refer to, sorted. In the storage, images have thumbnails beside them. */
export async function listNeededFiles(session: DatabaseSession) {
  const tables = await tablesWith(session, ['sha256'])
  const hashes = tables.map((table) => `select sha256 collate "C" as sha256 from ${table}`)
  const rows = await session.rows<{ sha256: string }>(`${hashes.join(' union ')} order by 1`)
  return rows.map(({ sha256 }) => sha256)
}

/** The names that people have given to a file, for messages. */
export async function listNamesOf(session: DatabaseSession, sha256: string) {
  const tables = await tablesWith(session, ['name', 'sha256'])
  const names = tables.map((table) => `select name from ${table} where sha256 = $1`)
  const rows = await session.rows<{ name: string }>(`${names.join(' union ')} order by 1 limit 5`, [sha256])
  return rows.map(({ name }) => name)
}

/** The schema may be of an older version, so this asks the database which tables refer to files. */
async function tablesWith(session: DatabaseSession, columns: string[]) {
  const rows = await session.rows<{ name: string }>(
    `select c.relname::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and a.attname = any($1)
    group by 1 having count(*) = $2 order by 1`,
    [columns, columns.length],
  )
  return rows.map(({ name }) => escapeIdentifier(name))
}
