import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { Client, DatabaseError } from 'pg'
import type { Connection } from '#server/database/connectionPool.ts'
import { cutConnection } from '#server/database/cutConnection.ts'
import { StartError } from '#server/startError.ts'

/** The driver's connection to the database, which its types leave out. */
type Session = Client & { processID: number; connection: EventEmitter & { stream: Socket } }

/**
 * Returns a connection that works, with the encryption that was possible. Throws a StartError that says what to change in
 * `setting` if there is none.
 */
export async function requireUsable(
  { sslFallback, ...connection }: Connection,
  setting = 'DATABASE_URL',
): Promise<Connection> {
  try {
    await probe(connection, setting)
    return connection
  } catch (error) {
    if (error instanceof StartError) throw error
    if (sslFallback === undefined || !(error instanceof EncryptionMatters)) throw unreachable([error], setting)
    return requireFallback({ ...connection, ssl: sslFallback }, error, setting)
  }
}

async function requireFallback(connection: Connection, first: EncryptionMatters, setting: string) {
  try {
    await probe(connection, setting)
    return connection
  } catch (error) {
    throw error instanceof StartError ? error : unreachable([first, error], setting)
  }
}

async function probe(connection: Connection, setting: string) {
  await withSession(connection, async (session) => {
    const { version, pid } = await identify(session)
    if (version < 150_000) throw new StartError('PostgreSQL 15 or newer is required.')
    if (!connection.pooler && pid !== session.processID) {
      throw new StartError(`${setting} points to a connection pooler. ${remedyOf(setting)}`)
    }
    if (connection.pooler === 'session') await requireOwnSession(connection, session)
  })
}

function remedyOf(setting: string) {
  if (setting !== 'DATABASE_URL') return 'Set it to the address of PostgreSQL itself.'
  return 'Set DATABASE_POOLER=session or transaction, as it is configured, or use the address of PostgreSQL itself.'
}

export async function withSession<T>(connection: Connection, use: (session: Session) => Promise<T>) {
  const session = new Client({ ...connection, connectionTimeoutMillis: 10_000 }) as Session
  // The pending query fails with the same error.
  session.on('error', () => undefined)
  try {
    await connect(session)
    return await use(session)
  } catch (error) {
    cutConnection(session)
    throw error
  } finally {
    await session.end().catch(() => undefined)
  }
}

/** The database might accept the same person with the other kind of connection. */
class EncryptionMatters extends Error {}

/** The driver's words for a database that declines to encrypt. */
const declined = ['The server does not support SSL connections', 'There was an error establishing an SSL connection']
const timedOut = 'timeout expired'

/** Throws EncryptionMatters where libpq tries the other kind: encryption fails, or the database refuses the person. */
async function connect(session: Session) {
  const { connection } = session
  let isSecuring = false
  let isAccepted = false
  connection.once('sslconnect', () => {
    isSecuring = true
    connection.stream.once('secureConnect', () => (isSecuring = false))
  })
  connection.once('authenticationOk', () => (isAccepted = true))
  try {
    await session.connect()
  } catch (error) {
    const message = messageOf(error)
    const isRefused = error instanceof DatabaseError && !isAccepted
    const isUnsecured = (isSecuring && message !== timedOut) || declined.includes(message)
    throw isRefused || isUnsecured ? new EncryptionMatters(message) : error
  }
}

async function identify(session: Session) {
  const { rows } = await session.query<{ version: number; pid: number }>(
    "select current_setting('server_version_num')::int as version, pg_backend_pid() as pid",
  )
  return rows[0]!
}

/** A pooler in transaction mode gives the connection that the first session has just used to the second one. */
async function requireOwnSession(connection: Connection, first: Session) {
  const { pid } = await identify(first)
  await withSession(connection, async (second) => {
    if ((await identify(second)).pid !== pid) return
    throw new StartError(
      'The pooler keeps a connection for a transaction only. Set DATABASE_POOLER=transaction, or configure it for session mode.',
    )
  })
}

function unreachable(errors: unknown[], setting: string) {
  const reasons = [...new Set(errors.map(messageOf))].join('; without encryption or with it: ')
  return new StartError(`Cannot connect to the database: ${reasons}. Check ${setting}.`)
}

function messageOf(error: unknown) {
  const { message, code } = error as Error & { code?: string }
  return message || code || String(error)
}
