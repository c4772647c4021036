import { pipeline } from 'node:stream/promises'
import { DatabaseSession } from '#server/backup/databaseSession.ts'
import { analyze, fillDatabase } from '#server/backup/restoring/loadDatabase.ts'
import { addRows, findMigrationTable, listMigrations, listTables, readRows, type Table } from '#server/backup/tables.ts'
import type { Connection } from '#server/database/connectionPool.ts'
import { StartError } from '#server/startError.ts'
import { writeDatabaseMark } from './databaseMark.ts'
import type { Mark } from './mark.ts'
import { RowHash, type Rows } from './rowHash.ts'

type Copied = { table: Table; rows: Rows }

/** Receives how many more rows were copied, and later compared. */
export type Progress = { onCopied: (rows: number) => void; onCompared: (rows: number) => void }

const silent: Progress = { onCopied: () => {}, onCompared: () => {} }

/** Copies all tables to an empty schema, with the mark, and compares every row. Returns how many there were. */
export async function moveRows(
  source: DatabaseSession,
  target: Connection,
  mark: Mark | undefined,
  { onCopied, onCompared } = silent,
) {
  const tables = await listTables(source)
  const copied: Copied[] = []
  await fillDatabase(target, { migrations: await listMigrations(source), tables }, async (session) => {
    // The migrations of the copy have made rows of their own. Their progress is about blocks of the old place.
    await session.run(['delete from migration'])
    for (const table of [...tables, await findMigrationTable(source)]) {
      copied.push({ table, rows: await copyRows(source, session, table, onCopied) })
    }
    await writeDatabaseMark(session, mark)
  })
  await compareRows(copied, target, onCompared)
  await analyze(target)
  return copied.reduce((sum, { rows }) => sum + rows.count, 0)
}

async function copyRows(from: DatabaseSession, to: DatabaseSession, table: Table, onRows: Progress['onCopied']) {
  const hash = new RowHash()
  await pipeline(readRows(from, table), (content) => hash.of(content, onRows), addRows(to, table))
  return hash.result()
}

/** Throws a StartError unless the target has exactly the copied rows. */
export async function compareRows(copied: Copied[], target: Connection, onRows = silent.onCompared) {
  const session = await DatabaseSession.begin(target)
  try {
    for (const { table, rows } of copied) {
      const found = await hashRows(session, table, onRows)
      if (found.count === rows.count && found.hash === rows.hash) continue
      const counts = found.count === rows.count ? 'other rows' : `${found.count} rows instead of ${rows.count}`
      throw new StartError(
        `The table ${table.name} has ${counts} at the new place, so the old one stays in use. Check the disk and memory of the new place.`,
      )
    }
  } finally {
    await session.close()
  }
}

async function hashRows(session: DatabaseSession, table: Table, onRows: Progress['onCompared']) {
  const hash = new RowHash()
  for await (const _chunk of hash.of(readRows(session, table), onRows)) continue
  return hash.result()
}
