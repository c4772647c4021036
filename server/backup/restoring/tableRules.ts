import { escapeIdentifier } from 'pg'
import type { DatabaseSession } from '#server/backup/databaseSession.ts'

type Rule = { remove: string; add: string }

/**
 * Empties all tables and runs `load` without their triggers, keys and indexes, which it restores afterwards. Loading is
 * several times as fast, references may go in any order, and each of them is checked at the end.
 */
export async function withoutRules(session: DatabaseSession, load: () => Promise<void>) {
  const tables = await listTableNames(session)
  const keys = await listKeys(session)
  const indexes = await listIndexes(session)
  await session.run(tables.map((table) => `alter table ${table} disable trigger user`))
  await session.run([...keys.toReversed(), ...indexes].map(({ remove }) => remove))
  await session.run([`truncate ${tables.join(', ')}`])
  await load()
  const [references, others] = [keys.filter(isReference), keys.filter((key) => !isReference(key))]
  await session.run([...others, ...indexes, ...references].map(({ add }) => add))
  await session.run(tables.map((table) => `alter table ${table} enable trigger user`))
}

function isReference({ add }: Rule) {
  return add.includes(' FOREIGN KEY ')
}

/** Without the tables that migrations fill. */
async function listTableNames(session: DatabaseSession) {
  const rows = await session.rows<{ name: string }>(`
    select relname::text as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
      and relname not in ('migration', 'migration_progress') order by 1`)
  return rows.map(({ name }) => escapeIdentifier(name))
}

/** Primary keys and unique constraints, then references. */
async function listKeys(session: DatabaseSession) {
  return session.rows<Rule>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as remove,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
    from pg_constraint
    where connamespace = current_schema()::regnamespace and contype in ('p', 'u', 'f') and conparentid = 0
      and conrelid::regclass::text not in ('migration', 'migration_progress')
    order by contype = 'f', conname`)
}

/** Those that do not belong to a key. */
async function listIndexes(session: DatabaseSession) {
  return session.rows<Rule>(`
    select format('drop index %s', indexrelid::regclass) as remove, pg_get_indexdef(indexrelid) as add
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = current_schema()::regnamespace
      and not exists (select from pg_constraint where conindid = i.indexrelid)
    order by 1`)
}
