import { DatabaseSession } from '#server/backup/databaseSession.ts'
import type { Connection } from '#server/database/connectionPool.ts'
import { superuserOf } from '#server/database/embedded/superuser.ts'

/**
 * Checks every table and B-tree index with PostgreSQL's amcheck, which locks nothing that others need. Installs the extension
 * for the transaction only; a role that may not gets a note instead.
 */
export async function findStructuralFaults(connection: Connection, print: (line: string) => void) {
  const session = await beginChecking(connection)
  if (!session) {
    print('The structure of tables and indexes is not checked: this role may not use the extension amcheck.')
    return []
  }
  try {
    return [...(await checkTables(session)), ...(await checkIndexes(session))]
  } finally {
    // Rolls back the installation.
    await session.close()
  }
}

async function beginChecking(connection: Connection) {
  for (const candidate of [connection, superuserOf(connection)]) {
    if (!candidate) continue
    const session = await DatabaseSession.begin(candidate).catch(() => undefined)
    try {
      await session?.run(['create extension if not exists amcheck', "select 'verify_heapam'::regproc::text"])
      if (session) return session
    } catch {
      await session?.close()
    }
  }
  return undefined
}

async function checkTables(session: DatabaseSession) {
  const tables = await session.rows<{ oid: number; name: string }>(`
    select oid::int8::int4 as oid, relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' order by relname`)
  const faults = []
  for (const { oid, name } of tables) {
    const found = await attempt(session, async () => {
      const rows = await session.rows<{ msg: string }>('select msg from verify_heapam($1::oid) limit 3', [oid])
      return rows.map(({ msg }) => msg)
    })
    faults.push(...found.map((message) => `The table ${name} is damaged: ${message}.`))
  }
  return faults
}

async function checkIndexes(session: DatabaseSession) {
  const indexes = await session.rows<{ oid: number; name: string }>(`
    select c.oid::int8::int4 as oid, c.relname as name from pg_class c
    join pg_index i on i.indexrelid = c.oid join pg_am a on a.oid = c.relam
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'i' and a.amname = 'btree' and i.indisvalid
    order by c.relname`)
  const faults = []
  for (const { oid, name } of indexes) {
    const found = await attempt(session, async () => {
      await session.rows('select bt_index_check($1::oid::regclass, true)', [oid])
      return []
    })
    faults.push(
      ...found.map((message) => `The index ${name} is damaged: ${message}. Rebuild it: reindex index ${name};`),
    )
  }
  return faults
}

/** A check that fails must not end the transaction. */
async function attempt(session: DatabaseSession, check: () => Promise<string[]>) {
  await session.run(['savepoint before_check'])
  try {
    return await check()
  } catch (error) {
    await session.run(['rollback to before_check'])
    return [(error as Error).message]
  }
}
