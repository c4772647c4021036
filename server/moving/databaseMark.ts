import { escapeLiteral } from 'pg'
import { DatabaseSession } from '#server/backup/databaseSession.ts'
import type { Connection } from '#server/database/connectionPool.ts'
import type { Db } from '#server/database/database.ts'
import { type Mark, type MarkPlace, parseMark, writeMark } from './mark.ts'

/** How long after a move the old place counts, which refers to files that the new one may not need. */
const returnDays = 7

/**
 * The mark of a database is the comment of a table that only migrations write. So it needs no migration, changes with the
 * transaction around it, and is in no backup.
 */
export function databaseMark(connection: Connection): MarkPlace {
  return {
    read: () => DatabaseSession.transact(connection, readDatabaseMark),
    write: (mark) => DatabaseSession.transact(connection, (session) => writeDatabaseMark(session, mark)),
  }
}

export async function readDatabaseMark(session: DatabaseSession) {
  const [row] = await session.rows<{ comment: string | null }>(
    "select obj_description(to_regclass('migration'), 'pg_class') as comment",
  )
  return parseMark(row!.comment ?? '')
}

export async function writeDatabaseMark(session: DatabaseSession, mark: Mark | undefined) {
  await session.run([`comment on table migration is ${mark ? escapeLiteral(writeMark(mark)) : 'null'}`])
}

/** Whether this database was moved here so recently that its old place must keep all files. */
export async function hasArrivedRecently(db: Db) {
  const [row] = await db<{ comment: string | null }[]>`
    select obj_description(to_regclass('migration'), 'pg_class') as comment`
  const mark = parseMark(row!.comment ?? '')
  return mark?.state === 'arrived' && Date.now() - Date.parse(mark.at) < returnDays * 24 * 3600 * 1000
}
