import type { Db } from './database.ts'
import { tablePurposes } from './tablePurposes.ts'

export type Part = { of: string; text: string }
export type Column = { of: string; column: string; type: string; isRequired: boolean; default: string | null }

const introduction = `# Schema

\`npm run schema\` writes this page from a migrated database, and a server test fails when it is out of date. The comments in
[the migrations](../server/database/migrations) explain the design, and [migrations.md](migrations.md) how to change it. The
purposes are in \`server/database/tablePurposes.ts\`.
`

/** Markdown that describes the tables of a database; the same for every PostgreSQL from 15 to 18. */
export async function schemaDocument(db: Db) {
  const { columns, constraints, indexes, triggers, functions } = await readSchema(db)
  const tables = [...new Set(columns.map(({ of }) => of))].map((table) => {
    const inTable = ({ of }: { of: string }) => of === table
    return section(table, [
      purposeOf(table),
      columnTable(columns.filter(inTable)),
      list('Keys', constraints.filter(inTable)),
      list('Indexes', indexes.filter(inTable)),
      list('Triggers', triggers.filter(inTable)),
    ])
  })
  return [introduction, ...tables, section('Functions', [bullets(functions)])].join('\n')
}

/** The parts of each table, and the functions. */
export async function readSchema(db: Db) {
  const [columns, constraints, indexes, triggers, functions] = await Promise.all([
    readColumns(db),
    readConstraints(db),
    readIndexes(db),
    readTriggers(db),
    readFunctions(db),
  ])
  return { columns, constraints, indexes, triggers, functions }
}

async function readColumns(db: Db) {
  return db<Column[]>`
    select c.relname as of, a.attname as column, a.attnotnull as is_required,
      format_type(a.atttypid, a.atttypmod)
        || case when l.collname <> 'default' then ' collate ' || quote_ident(l.collname) else '' end as type,
      case when a.attgenerated <> '' then 'generated: ' else '' end || pg_get_expr(d.adbin, d.adrelid) as default
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    left join pg_collation l on l.oid = a.attcollation
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')
    order by c.relname, a.attnum`
}

/** Without those that only say NOT NULL: PostgreSQL 18 lists them, and the columns say so anyway. */
async function readConstraints(db: Db) {
  return db<Part[]>`
    select conrelid::regclass::name as of, pg_get_constraintdef(oid) as text from pg_constraint
    where connamespace = 'public'::regnamespace and contype in ('p', 'u', 'f', 'c')
    order by conrelid::regclass::name, array_position('{p,u,f,c}', contype::text), pg_get_constraintdef(oid) collate "C"`
}

/** Without those that belong to a key. */
async function readIndexes(db: Db) {
  return db<Part[]>`
    select i.indrelid::regclass::name as of,
      c.relname || case when i.indisunique then ' unique' else '' end
        || substring(pg_get_indexdef(i.indexrelid) from ' USING .*') as text
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint where conindid = i.indexrelid and contype in ('p', 'u'))
    order by c.relname`
}

async function readTriggers(db: Db) {
  return db<Part[]>`
    select tgrelid::regclass::name as of, pg_get_triggerdef(oid, true) as text from pg_trigger
    where not tgisinternal order by tgname`
}

async function readFunctions(db: Db) {
  return db<Part[]>`
    select proname as of, proname || '(' || pg_get_function_arguments(oid) || ') returns ' || pg_get_function_result(oid) as text
    from pg_proc where pronamespace = 'public'::regnamespace order by proname`
}

function purposeOf(table: string) {
  const purpose = tablePurposes[table]
  if (!purpose) throw new Error(`The table ${table} has no purpose. Add one to server/database/tablePurposes.ts`)
  return `${purpose}\n`
}

function section(title: string, parts: string[]) {
  return [`## ${title}\n`, ...parts.filter((part) => part !== '')].join('\n')
}

function columnTable(columns: Column[]) {
  const rows = columns.map((each) => [
    each.column,
    each.type,
    each.isRequired ? '' : 'null',
    each.default ? `\`${oneLine(each.default)}\`` : '',
  ])
  const heading = ['column', 'type', 'null', 'default']
  const widths = heading.map((title, at) => Math.max(...[heading, ...rows].map((row) => row[at]!.length), title.length))
  const line = (cells: string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at]!)).join(' | ')} |\n`
  return [line(heading), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('')
}

function list(title: string, parts: Part[]) {
  return parts.length > 0 ? `${title}:\n\n${bullets(parts)}` : ''
}

function bullets(parts: Part[]) {
  return parts.map(({ text }) => `- \`${oneLine(text)}\`\n`).join('')
}

/** PostgreSQL breaks the lines of long expressions. */
function oneLine(text: string) {
  return text.trim().replace(/\s+/g, ' ')
}
