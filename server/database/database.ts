import { type Connection, ConnectionPool, type Work } from './connectionPool.ts'
import { type Sql, sqlFor } from './sql.ts'
import { Turns } from './turns.ts'

/** An open transaction. What a write does, it does through one of these. */
export type Tx = Sql
/** Either: for reads that run inside a write as well as alone. */
export type Queryable = Sql

/** A pool of connections. Columns come as camelCase and go as snake_case. */
export interface Db extends Sql {
  /** Runs `work` in one transaction. When the schema changes under it, `work` runs a second time. */
  begin<T>(work: Work<T>): Promise<T>
  /** The same on one snapshot: all of its queries see the same moment. */
  beginSnapshot<T>(work: Work<T>): Promise<T>
  /** The same for a write of a company, which waits without a connection while the company uses its share of them. */
  beginFor<T>(companyId: string, work: Work<T>): Promise<T>
  /** The same database; when `signal` aborts, its queries are cancelled and fail with the signal's reason. */
  until(signal: AbortSignal): Db
  /** Hears the notifications of a channel on a connection of its own until the database is closed. */
  listen(channel: string, onMessage: (payload: string) => void): Promise<void>
  /** Closes the connections, and cuts those that are still in use after `timeout` seconds. */
  end(options?: { timeout?: number }): Promise<void>
}

/** One company's part of the connections. */
const companyShare = 1 / 3

/** Times in milliseconds; 0 is no limit. */
const usualTimes = { statementTimeout: 30_000, lockTimeout: 3000 }

export function openDatabase(connection: Connection, max = 10, times: Partial<typeof usualTimes> = {}): Db {
  const pool = new ConnectionPool(connection, max, { ...usualTimes, ...times })
  return databaseOf(pool, new Turns(Math.max(1, Math.floor(max * companyShare))))
}

function databaseOf(pool: ConnectionPool, turns: Turns, signal?: AbortSignal): Db {
  const begin = <T>(work: Work<T>) => pool.transact('begin', work, signal)
  return Object.assign(
    sqlFor((statement) => pool.run(statement, signal)),
    {
      begin,
      beginSnapshot: <T>(work: Work<T>) => pool.transact('begin isolation level repeatable read', work, signal),
      beginFor: <T>(companyId: string, work: Work<T>) => turns.take(companyId, () => begin(work)),
      until: (other: AbortSignal) => databaseOf(pool, turns, other),
      listen: (channel: string, onMessage: (payload: string) => void) => pool.listen(channel, onMessage),
      end: ({ timeout = 5 } = {}) => pool.end(timeout),
    },
  )
}
