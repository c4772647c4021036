import type { Connection } from './connectionPool.ts'
import { openDatabase } from './database.ts'

/** Short, because a person waits for the results while typing. */
const searchTimeoutMs = 3000

/** Opens several pools to one database, so that slow work in one does not delay the others. */
export function openDatabases(connection: Connection, max: number) {
  const pools = {
    /** Requests. */
    db: openDatabase(connection, max),
    searchDb: openDatabase(connection, 3, { statementTimeout: searchTimeoutMs }),
    /** Imports, changes of many enquiries, housekeeping. */
    bulkDb: openDatabase(connection, 3),
    /** Session lookups and readiness checks, which nothing else may delay. */
    guardDb: openDatabase(connection, 2),
  }
  return {
    ...pools,
    /** Destroys connections that are still in use after `timeout` seconds. */
    async closeDatabases(options?: { timeout: number }) {
      await Promise.all(Object.values(pools).map((pool) => pool.end(options)))
    },
  }
}
