import { escapeIdentifier } from 'pg'
import { DatabaseSession } from '#server/backup/databaseSession.ts'
import { requireAlone } from '#server/backup/restoring/restoreDatabase.ts'
import { listTables } from '#server/backup/tables.ts'
import type { Connection } from '#server/database/connectionPool.ts'
import { StartError } from '#server/startError.ts'

/** The key of an advisory lock: exclusive for a move, shared for the start of a server. */
export const moveLock = 4_170_934

/** Long enough for PostgreSQL to notice that a killed move is gone. */
const lockTimeoutMs = 10_000

/**
 * Begins a transaction in which nobody else can change any row, and no server can start, until it is closed. Throws a
 * StartError if servers are running.
 */
export async function holdSource(connection: Connection) {
  const session = await DatabaseSession.begin(connection)
  try {
    await session.run([`set local lock_timeout = ${lockTimeoutMs}`])
    await requireAlone(session)
    await session.run([`select pg_advisory_xact_lock(${moveLock})`]).catch(whenLocked)
    const tables = (await listTables(session)).map(({ name }) => escapeIdentifier(name))
    if (tables.length === 0) throw new StartError('The database has no data to be moved. Check DATABASE_URL.')
    await session.run([`lock table ${tables.join(', ')} in share mode`]).catch(whenLocked)
    // Those that began before the locks.
    await requireAlone(session)
    await session.run(['set local lock_timeout = 0'])
    return session
  } catch (error) {
    await session.close()
    throw error
  }
}

function whenLocked(error: Error & { code?: string }) {
  if (error.code !== '55P03') throw error
  throw new StartError('Another move is running, or a program is writing to the database. Stop it, and try again.')
}
