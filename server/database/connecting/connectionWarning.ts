import type { Connection } from '#server/database/connectionPool.ts'
import type { Db } from '#server/database/database.ts'
import { listeningName } from '#server/database/runningServers.ts'

/** The share of the accepted connections that servers may use before operators are warned. */
const maxShare = 0.8

type Limits = { servers: number; maxConnections: number; reserved: number; ofRole: number; ofDatabase: number }

/**
 * A sentence for the log if the servers of this database, with `each` connections, may open nearly as many as PostgreSQL
 * accepts. Counts this server if it listens already. A pooler in transaction mode limits the connections itself.
 */
export async function connectionWarning(db: Db, pooler: Connection['pooler'], each: number) {
  if (pooler === 'transaction') return undefined
  const { servers, ...limits } = await readLimits(db)
  const accepted = lowest(limits)
  if (servers * each <= accepted.count * maxShare) return undefined
  const called = servers === 1 ? 'This server opens' : `The ${servers} servers of this database open`
  const those = servers === 1 ? '' : `, ${each} each`
  return (
    `${called} up to ${servers * each} connections${those}. That is more than ${maxShare * 100} % of the ` +
    `${accepted.count} that PostgreSQL accepts (${accepted.reason}). Lower DATABASE_POOL, ${accepted.remedy}, or put a ` +
    `pooler in transaction mode in front of PostgreSQL and set DATABASE_POOLER.`
  )
}

async function readLimits(db: Db) {
  // From PostgreSQL 16 on, more connections can be reserved.
  const [limits] = await db<Limits[]>`
    select
      (select greatest(count(*), 1) from pg_stat_activity
        where datname = current_database() and application_name = ${listeningName})::int as servers,
      current_setting('max_connections')::int as max_connections,
      current_setting('superuser_reserved_connections')::int
        + coalesce(current_setting('reserved_connections', true)::int, 0) as reserved,
      (select rolconnlimit from pg_roles where rolname = session_user) as of_role,
      (select datconnlimit from pg_database where datname = current_database()) as of_database`
  return limits!
}

/** A limit of −1 is none. */
function lowest({ maxConnections, reserved, ofRole, ofDatabase }: Omit<Limits, 'servers'>) {
  const all = [
    {
      count: maxConnections - reserved,
      reason: `max_connections is ${maxConnections}, of which ${reserved} are reserved`,
      remedy: 'raise max_connections',
    },
    { count: ofRole, reason: 'the connection limit of the role', remedy: 'raise the connection limit of the role' },
    {
      count: ofDatabase,
      reason: 'the connection limit of the database',
      remedy: 'raise the connection limit of the database',
    },
  ]
  return all.filter(({ count }) => count >= 0).toSorted((one, other) => one.count - other.count)[0]!
}
