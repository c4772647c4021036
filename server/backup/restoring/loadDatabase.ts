import { type BackupReader, namingTable } from '#server/backup/backupReader.ts'
import { DatabaseSession } from '#server/backup/databaseSession.ts'
import { copyIn, listTables, type Table } from '#server/backup/tables.ts'
import type { Connection } from '#server/database/connectionPool.ts'
import { openDatabase } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { StartError } from '#server/startError.ts'
import { withoutRules } from './tableRules.ts'

/** The contents of a database: the migrations that have made its tables, and these tables. */
type Contents = { migrations: string[]; tables: Table[] }

/**
 * Fills an empty schema from a backup: with the tables that the version had which made the backup, then with the rows, and
 * at last migrates it to this version. Throws a StartError. The caller discards the schema of a failed load.
 */
export async function loadDatabase(connection: Connection, reader: BackupReader) {
  await fillDatabase(connection, reader.manifest, async (session) => {
    await loadRows(session, reader)
    await leaveOldEventsBehind(session)
  })
  await migrateTo(connection)
  await forgetRunningTask(connection)
  await analyze(connection)
}

/** Makes the tables in an empty schema, and calls `load`, which adds all rows, while they have no keys and no triggers. */
export async function fillDatabase(
  connection: Connection,
  contents: Contents,
  load: (session: DatabaseSession) => Promise<void>,
) {
  await requireEmpty(connection)
  await migrateTo(connection, contents.migrations)
  await DatabaseSession.transact(connection, async (session) => {
    await session.run(["set local maintenance_work_mem = '512MB'"])
    await requireSameTables(session, contents.tables)
    await withoutRules(session, () => load(session))
  })
}

async function requireEmpty(connection: Connection) {
  const session = await DatabaseSession.begin(connection)
  const [first] = await listTables(session).finally(() => session.close())
  if (first) throw new StartError(`The database to be filled is not empty: it has a table ${first.name}.`)
}

async function migrateTo(connection: Connection, only?: string[]) {
  const db = openDatabase(connection, 2, { statementTimeout: 0, lockTimeout: 0 })
  try {
    await migrate(db, { only })
    if (!only) return
    const rows = await db<{ name: string }[]>`select name from migration`
    const applied = new Set(rows.map(({ name }) => name))
    const unknown = only.filter((name) => !applied.has(name))
    if (unknown.length > 0) {
      throw new StartError(`A newer version made this data (it has ${unknown.join(', ')}). Update the product.`)
    }
  } finally {
    await db.end()
  }
}

async function requireSameTables(session: DatabaseSession, wanted: Table[]) {
  const tables = await listTables(session)
  const known = new Set(tables.map(describe))
  const different = wanted.map(describe).filter((table) => !known.has(table))
  if (different.length === 0 && tables.length === wanted.length) return
  throw new StartError(
    `The data does not have the tables of its version: ${different.join('; ') || 'some are missing'}. Use another backup, or move tables that are not of this product to another schema.`,
  )
}

function describe({ name, columns }: Table) {
  return `${name} (${columns.join(', ')})`
}

async function loadRows(session: DatabaseSession, reader: BackupReader) {
  for (const table of reader.manifest.tables) {
    const rows = await namingTable(table, copyIn(session, table, reader.table(table)))
    if (rows === table.rows) continue
    throw new StartError(
      `The table ${table.name} of the backup has ${rows} rows, not ${table.rows}. Use another backup.`,
    )
  }
}

/** A page that has seen events from after the backup has to refetch everything, so no number may appear twice. */
export async function leaveOldEventsBehind(session: DatabaseSession) {
  await session.run(['update event_counter set last_no = last_no + 1000000'])
}

/** A backup that an operator has started contains its own task, which was running. */
async function forgetRunningTask(connection: Connection) {
  const db = openDatabase(connection, 1)
  await db`delete from operator_task where finished_at is null`.finally(() => db.end())
}

export async function analyze(connection: Connection) {
  const db = openDatabase(connection, 1, { statementTimeout: 0 })
  await db`analyze`.finally(() => db.end())
}
