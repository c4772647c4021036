import type { Connection } from './connectionPool.ts'
import { openDatabase } from './database.ts'

/** How long a search may take, in milliseconds: somebody waits for it, letter by letter. */
const searchTimeout = 3000

/** One database over several pools, so that slow work in one keeps nobody waiting in another. */
export function openDatabases(connection: Connection, max: number) {
  const pools = {
    /** Requests. */
    db: openDatabase(connection, max),
    searchDb: openDatabase(connection, 3, { statementTimeout: searchTimeout }),
    /** Imports, changes of many enquiries, housekeeping. */
    bulkDb: openDatabase(connection, 3),
    /** Session lookups and readiness checks, which nothing else may delay. */
    guardDb: openDatabase(connection, 2),
  }
  return {
    ...pools,
    /** Connections that are still in use are cut after `timeout` seconds. */
    async closeDatabases(options?: { timeout: number }) {
      await Promise.all(Object.values(pools).map((pool) => pool.end(options)))
    },
  }
}
