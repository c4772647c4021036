import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Pool } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Db } from '#server/database/database.ts'

export type Rows = Record<'enquiry' | 'message' | 'document' | 'activity' | 'enquiry_words', unknown[][]>

const columns: Record<keyof Rows, string> = {
  enquiry:
    'company_id, id, enquiry_no, enquiry_type, summery, description, comments, status, version, last_message_seq, created_by, created_at, updated_at, document_count, awaits_answer, waiting_since, assignee_id',
  message: 'company_id, enquiry_id, seq, id, client_id, side, sender_id, message, created_at',
  document: 'company_id, id, enquiry_id, position, name, type, size, width, height, sha256',
  activity: 'company_id, id, subject, subject_id, actor_id, action, changes, created_at',
  enquiry_words: 'company_id, enquiry_no, seq, words',
}
const tables = Object.keys(columns) as (keyof Rows)[]

/** Writes rows with COPY, each table over its own connection. */
export async function copyBatch(pool: Pool, rows: Rows) {
  await Promise.all(tables.map((table) => copy(pool, table, rows[table])))
}

async function copy(pool: Pool, table: keyof Rows, rows: unknown[][]) {
  const client = await pool.connect()
  try {
    await pipeline(
      Readable.from(copyLines(rows)),
      client.query(copyFrom(`copy ${table} (${columns[table]}) from stdin`)),
    )
  } finally {
    client.release()
  }
}

function* copyLines(rows: unknown[][]) {
  for (let from = 0; from < rows.length; from += 500) {
    const lines = rows.slice(from, from + 500).map((row) => `${row.map(cell).join('\t')}\n`)
    yield lines.join('')
  }
}

function cell(value: unknown) {
  if (value instanceof Date) return value.toISOString()
  const text = String(value).replace(
    /[\\\t\n]/g,
    (character) => ({ '\\': '\\\\', '\t': '\\t', '\n': '\\n' })[character]!,
  )
  return value === null ? '\\N' : text
}

/**
 * Runs `work` while the tables have neither indexes nor keys, and rebuilds those afterwards. This is faster than updating
 * them for each row (PostgreSQL, "Populating a Database").
 */
export async function withoutIndexes(db: Db, work: () => Promise<void>) {
  const keys = await db<{ relation: string; name: string; definition: string }[]>`
    select conrelid::regclass::text as relation, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where (conrelid = any(${tables}::regclass[]) or confrelid = any(${tables}::regclass[])) and contype in ('p', 'u', 'f')
    order by contype = 'f', contype`
  for (const { relation, name } of keys.toReversed())
    await db.unsafe(`alter table ${relation} drop constraint "${name}"`)
  const indexes = await db<{ name: string; definition: string }[]>`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = current_schema and tablename = any(${tables})`
  for (const { name } of indexes) await db.unsafe(`drop index "${name}"`)
  await work()
  const build = (statement: string) => db.unsafe(`set local maintenance_work_mem = '512MB'; ${statement}`)
  for (const { relation, name, definition } of keys)
    await build(`alter table ${relation} add constraint "${name}" ${definition}`)
  for (const { definition } of indexes) await build(definition)
  for (const table of tables) await db.unsafe(`vacuum analyze ${table}`)
}
