import type { Db, Queryable, Tx } from '#server/database/database.ts'

/** Tables of companies that are not distributed, and why. With Citus they are reference tables: each node has a copy. */
export const sharedTables: Record<string, string> = {
  app_user: 'a confirmed email address signs in to one account',
  customer_form: 'the address of a form names no company',
  incoming_mail: 'an email is received before its company is known',
}

/** Replaces the empty tables of companies by tables that are partitioned by company. */
export async function partitionTables(db: Db, partitions: number) {
  await db.begin(async (tx) => {
    const tables = (await findCompanyTables(tx)).filter((table) => !(table in sharedTables))
    const references = await readReferences(tx)
    const views = await tx<{ name: string; definition: string }[]>`
      select viewname as name, pg_get_viewdef(viewname::regclass) as definition from pg_views where schemaname = 'public'`
    for (const { name } of views) await tx.unsafe(`drop view ${name}`)
    for (const { name, table } of references) await tx.unsafe(`alter table ${table} drop constraint ${name}`)
    for (const table of tables) await partitionTable(tx, table, partitions)
    for (const { name, table, definition } of references) {
      await tx.unsafe(`alter table ${table} add constraint ${name} ${definition}`)
    }
    await nameIndexesOfPartitions(tx)
    for (const { name, definition } of views) await tx.unsafe(`create view ${name} as ${definition}`)
  })
}

/** The tables with rows of companies. */
export async function findCompanyTables(tx: Queryable) {
  const rows = await tx<{ name: string }[]>`
    select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`
  return rows.map(({ name }) => name)
}

/** The keys, unique indexes and references of companies' tables that do not name the company. */
export async function findRulesWithoutCompany(db: Queryable) {
  const tables = await findCompanyTables(db)
  const rules = await db<{ name: string }[]>`
    select conname as name from pg_constraint
    where contype in ('p', 'u', 'f') and conrelid::regclass::text = any(${tables}) and not exists (
      select from pg_attribute where attrelid = conrelid and attnum = any(conkey) and attname = 'company_id')
    union
    select indexrelid::regclass::text from pg_index
    where indisunique and indrelid::regclass::text = any(${tables}) and not exists (
      select from pg_attribute where attrelid = indrelid and attnum = any(indkey) and attname = 'company_id')
    order by 1`
  return rules.map(({ name }) => name)
}

/** The references of tables that are not distributed to tables that are. */
export async function findReferencesToDistributed(db: Queryable) {
  const shared = Object.keys(sharedTables)
  const distributed = (await findCompanyTables(db)).filter((table) => !shared.includes(table))
  const references = await db<{ name: string }[]>`
    select conname as name from pg_constraint
    where contype = 'f' and conparentid = 0 and conrelid::regclass::text <> all(${distributed})
      and confrelid::regclass::text = any(${distributed}) order by 1`
  return references.map(({ name }) => name)
}

type Constraint = { name: string; table: string; definition: string }

async function readReferences(tx: Tx) {
  return tx<Constraint[]>`
    select conname as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`
}

/** Keeps the names of constraints and indexes, because the product knows them. */
async function partitionTable(tx: Tx, table: string, partitions: number) {
  const constraints = await tx<Constraint[]>`
    select conname as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype in ('p', 'u', 'c') and conrelid = ${table}::text::regclass`
  const others = await tx<{ definition: string }[]>`
    select pg_get_indexdef(indexrelid) as definition from pg_index i
    where indrelid = ${table}::text::regclass
      and not exists (select from pg_constraint where conindid = i.indexrelid and contype in ('p', 'u'))
    union all
    select pg_get_triggerdef(oid) from pg_trigger where tgrelid = ${table}::text::regclass and not tgisinternal`
  await tx.unsafe(`create table partitioned (like ${table} including defaults including generated including storage)
    partition by hash (company_id)`)
  await tx.unsafe(`drop table ${table}; alter table partitioned rename to ${table}`)
  for (let part = 0; part < partitions; part++) {
    await tx.unsafe(`create table ${table}_part${part} partition of ${table}
      for values with (modulus ${partitions}, remainder ${part})`)
  }
  for (const { name, definition } of constraints) {
    await tx.unsafe(`alter table ${table} add constraint ${name} ${definition}`)
  }
  for (const { definition } of others) await tx.unsafe(definition)
}

/** As Citus names them: like the index of the whole table, followed by a number. */
async function nameIndexesOfPartitions(tx: Tx) {
  const indexes = await tx<{ own: string; name: string }[]>`
    select c.relname as own, p.relname || '_' || substring(t.relname from '_part(.+)$') as name
    from pg_inherits i
    join pg_class c on c.oid = i.inhrelid and c.relkind = 'i'
    join pg_class p on p.oid = i.inhparent
    join pg_index x on x.indexrelid = c.oid
    join pg_class t on t.oid = x.indrelid`
  for (const { own, name } of indexes) await tx.unsafe(`alter index ${own} rename to ${name}`)
}
