import { DatabaseSession } from '#server/backup/databaseSession.ts'
import type { Connection } from '#server/database/connectionPool.ts'
import { withEmbeddedPostgres } from '#server/database/embedded/embeddedPostgres.ts'

/** In the words of people, and the column with the moment. */
const kinds = [
  { table: 'enquiry', column: 'created_at', called: 'enquiries' },
  { table: 'message', column: 'created_at', called: 'messages' },
  // A file of an earlier date counts as well if it was used once more.
  { table: 'file', column: 'last_used_at', called: 'files' },
  { table: 'note', column: 'created_at', called: 'notes' },
  { table: 'app_user', column: 'created_at', called: 'people' },
  { table: 'contact', column: 'first_seen_at', called: 'customers' },
  { table: 'incoming_mail', column: 'received_at', called: 'received emails' },
  { table: 'activity', column: 'created_at', called: 'changes in the history' },
]

/** Counts the rows added to the embedded database of a data folder, such as `enquiries: 12`; one line if it cannot be read. */
export async function countWrittenSince(folder: string, since: Date) {
  try {
    const counts = await withEmbeddedPostgres(folder, (connection) => countKinds(connection, since))
    return counts.length > 0 ? counts : ['nothing']
  } catch (error) {
    return [`It cannot be said what, because the database cannot be read: ${(error as Error).message}`]
  }
}

async function countKinds(connection: Connection, since: Date) {
  const session = await DatabaseSession.begin(connection)
  try {
    const lines = []
    for (const { table, column, called } of kinds) {
      // An update that failed may have left an old schema.
      const [known] = await session.rows<{ is_there: boolean }>('select to_regclass($1) is not null as is_there', [
        table,
      ])
      if (!known!.is_there) continue
      const [found] = await session.rows<{ count: number }>(
        `select count(*)::int as count from ${table} where ${column} > $1`,
        [since],
      )
      if (found!.count > 0) lines.push(`${called}: ${found!.count.toLocaleString('en')}`)
    }
    return lines
  } finally {
    await session.close()
  }
}
