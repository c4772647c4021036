import postgres from 'postgres'

export type Db = postgres.Sql
/** An open transaction. What a write does, it does through one of these. */
export type Tx = postgres.TransactionSql
/** Either: for reads that run inside a write as well as alone. */
export type Queryable = Db | Tx

/** Where the database is: a URL, or the parts that an embedded one was started with. */
export type Connection = string | { host: string; port: number; user: string; password?: string; database: string }

/**
 * Has a query planned each time that it is asked, for its values. For those of which there are many forms: each
 * connection keeps the plan of every form it has met, some 100 KB.
 */
export function plannedAnew<T extends readonly object[]>(query: postgres.PendingQuery<T>): postgres.PendingQuery<T> {
  // The driver takes this with a text, and of a template keeps it here.
  Object.assign((query as unknown as { options: object }).options, { prepare: false })
  return query
}

/** How long a transaction may hold its locks without asking anything, in milliseconds. */
const idleTimeout = 60_000

/** A pool of connections. Columns come as camelCase and go as snake_case. */
export function openDatabase(connection: Connection, max = 10, { statementTimeout = 30_000 } = {}): Db {
  const options: postgres.Options<{ int8: postgres.PostgresType<number> }> = {
    max,
    connect_timeout: 10,
    // The driver's own pauses grow to 20 s: that much longer than the database everybody would be away.
    backoff: (attempt) => Math.min(2 ** attempt / 100, 1),
    transform: { column: { from: postgres.toCamel, to: postgres.fromCamel } },
    // Numbers of enquiries and events stay far below 2^53.
    types: { int8: { to: 20, from: [20], serialize: String, parse: Number } },
    onnotice: () => {},
    connection: {
      application_name: 'enquiry-desk',
      statement_timeout: statementTimeout,
      idle_in_transaction_session_timeout: idleTimeout,
      TimeZone: 'UTC',
    },
  }
  if (typeof connection !== 'string') return postgres({ ...connection, ...options })
  const { url, ...place } = splitUrl(connection)
  return postgres(url, { ...options, ...place })
}

/** What a search may take, in milliseconds: somebody is waiting for it, letter by letter. */
const searchTimeout = 3000

export function openSearchDatabase(connection: Connection) {
  return openDatabase(connection, 3, { statementTimeout: searchTimeout })
}

/** PostgreSQL's own form of a socket, `postgresql:///name?host=/folder&user=…`, which the driver does not know. */
function splitUrl(connection: string) {
  const url = new URL(connection)
  const place: { host?: string; user?: string; port?: number } = {}
  for (const part of ['host', 'user'] as const) {
    const value = url.searchParams.get(part)
    if (value) place[part] = value
  }
  const port = url.searchParams.get('port')
  if (port) place.port = Number(port)
  // What is left over the driver would set as a parameter of the server.
  for (const part of ['host', 'user', 'port']) url.searchParams.delete(part)
  return { url: url.href, ...place }
}
