import { type Connection, ConnectionPool, type Reads } from './connectionPool.ts'
import { type Sql, sqlFor, type Tx } from './sql.ts'
import type { Work } from './transactions/transaction.ts'
import { Turns } from './transactions/turns.ts'

export type { Tx }
/** A `Db` or a `Tx`, for reads that run inside a transaction or on their own. */
export type Queryable = Sql

/** A pool of connections. Column names are camelCase in TypeScript and snake_case in the database. */
export interface Db extends Sql {
  /** Runs `work` in one transaction. If the schema changes meanwhile, runs `work` a second time. */
  begin<T>(work: Work<T>): Promise<T>
  /** Sends the statements of all reads in one round trip, over one connection. Each sees its own state. */
  pipeline<T extends readonly unknown[]>(start: Reads<T>): Promise<Results<T>>
  /** Like `begin`, on one snapshot: all queries see the same state (isolation level repeatable read). */
  beginSnapshot<T>(work: Work<T>): Promise<T>
  /** Like `begin`, for a company's write: while the company uses its share of connections, it waits without one. */
  beginFor<T>(companyId: string, work: Work<T>): Promise<T>
  /** The same database, with queries that are cancelled, and fail with the signal's reason, when `signal` aborts. */
  until(signal: AbortSignal): Db
  /**
   * Listens to a notification channel on a dedicated connection until the pool is closed. Returns a function that says whether
   * that is connected; undefined if a pooler passes on no notifications.
   */
  listen(channel: string, onMessage: (payload: string) => void): Promise<(() => boolean) | undefined>
  /** The connections at this moment, and how many statements and transactions wait for one. */
  count(): { inUse: number; idle: number; waiting: number }
  /** Closes the connections. Destroys those still in use after `timeout` seconds. */
  end(options?: { timeout?: number }): Promise<void>
}

type Results<T extends readonly unknown[]> = { -readonly [I in keyof T]: Awaited<T[I]> }

/** The share of connections that one company may use for writes. */
const companyShare = 1 / 3

/** Times in milliseconds; 0 is no limit. */
const defaultTimeouts = { statementTimeout: 30_000, lockTimeout: 3000 }

type Options = Partial<typeof defaultTimeouts> & {
  /** With a name, the pool measures how long its users wait. */
  name?: string
}

export function openDatabase(connection: Connection, max: number, options: Options = {}): Db {
  const pool = new ConnectionPool(connection, max, { ...defaultTimeouts, ...options })
  return databaseOf(pool, new Turns(Math.max(1, Math.floor(max * companyShare))))
}

function databaseOf(pool: ConnectionPool, turns: Turns, signal?: AbortSignal): Db {
  const begin = <T>(work: Work<T>) => pool.transact('begin', work, signal)
  return Object.assign(
    sqlFor((statement) => pool.run(statement, signal)),
    {
      begin,
      pipeline: <T extends readonly unknown[]>(start: Reads<T>) => pool.pipeline(start, signal),
      beginSnapshot: <T>(work: Work<T>) => pool.transact('begin isolation level repeatable read', work, signal),
      beginFor: <T>(companyId: string, work: Work<T>) => turns.take(companyId, () => begin(work)),
      until: (other: AbortSignal) => databaseOf(pool, turns, other),
      listen: (channel: string, onMessage: (payload: string) => void) => pool.listen(channel, onMessage),
      count: () => pool.count(),
      end: ({ timeout = 5 } = {}) => pool.end(timeout),
    },
  )
}

/** Short, because a person waits for the results while typing. */
const searchTimeoutMs = 3000

const searchConnections = 3
const bulkConnections = 3
const guardConnections = 2
const listeningConnections = 1

/** The names that operators see for the pools of `openDatabases`. */
export const poolNames = { db: 'requests', searchDb: 'searches', bulkDb: 'bulk', guardDb: 'sessions' }

/** The connections of a server whose pool for requests has `max`. */
export function connectionsWith(max: number) {
  return max + searchConnections + bulkConnections + guardConnections + listeningConnections
}

/**
 * Opens several pools to one database, so that slow work in one does not delay the others. Their names, in `poolNames`, begin
 * with `prefix`.
 */
export function openDatabases(connection: Connection, max: number, prefix = '') {
  const pools = {
    /** Requests. */
    db: openDatabase(connection, max, { name: `${prefix}${poolNames.db}` }),
    searchDb: openDatabase(connection, searchConnections, {
      name: `${prefix}${poolNames.searchDb}`,
      statementTimeout: searchTimeoutMs,
    }),
    /** Imports, bulk changes and housekeeping. */
    bulkDb: openDatabase(connection, bulkConnections, { name: `${prefix}${poolNames.bulkDb}` }),
    /** Session lookups and readiness checks, which nothing else may delay. */
    guardDb: openDatabase(connection, guardConnections, { name: `${prefix}${poolNames.guardDb}` }),
  }
  return {
    ...pools,
    /** Destroys connections that are still in use after `timeout` seconds. */
    async closeDatabases(options?: { timeout: number }) {
      await Promise.all(Object.values(pools).map((pool) => pool.end(options)))
    },
  }
}
