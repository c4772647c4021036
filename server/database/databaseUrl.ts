import { Client } from 'pg'
import { parse, toClientConfig } from 'pg-connection-string'
import { StartError } from '#server/startError.ts'
import type { Connection } from './connectionPool.ts'

export const poolers = ['none', 'transaction', 'transaction-prepared'] as const
export type Pooler = (typeof poolers)[number]

/**
 * Parses a DATABASE_URL as libpq does, with `sslmode`, `sslrootcert`, and `host=/folder` for a socket. Throws an Error
 * that says what is wrong with it.
 */
export function connectionFrom(url: string, { caFile, pooler }: { caFile?: string; pooler: Pooler }): Connection {
  const parsed = parse(caFile ? withParameter(url, 'sslrootcert', caFile) : url, { useLibpqCompat: true })
  return { ...toClientConfig(parsed), ...(pooler !== 'none' && { pooler }) }
}

function withParameter(url: string, name: string, value: string) {
  const changed = new URL(url)
  changed.searchParams.set(name, value)
  return changed.href
}

/** Returns a connection that works. Throws a StartError that says what to change if there is none. */
export async function requireUsable(connection: Connection): Promise<Connection> {
  try {
    await probe(connection)
    return connection
  } catch (error) {
    if (error instanceof StartError) throw error
    if (isWithoutEncryption(error) && isEncryptionOptional(connection))
      return requireUsable({ ...connection, ssl: false })
    throw new StartError(`Cannot connect to the database: ${messageOf(error)}. Check DATABASE_URL.`)
  }
}

async function probe(connection: Connection) {
  const client = new Client({ ...connection, connectionTimeoutMillis: 10_000 })
  // The pending query fails with the same error.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ version: number; pid: number }>(
      "select current_setting('server_version_num')::int as version, pg_backend_pid() as pid",
    )
    const { version, pid } = rows[0]!
    if (version < 150_000) throw new StartError('PostgreSQL 15 or newer is required.')
    // A pooler reports a process id of its own.
    if (!connection.pooler && pid !== (client as Client & { processID: number }).processID) {
      throw new StartError(
        'DATABASE_URL points to a connection pooler. Set DATABASE_POOLER=transaction, or use the address of PostgreSQL itself.',
      )
    }
  } finally {
    await client.end().catch(() => undefined)
  }
}

function isWithoutEncryption(error: unknown) {
  return error instanceof Error && error.message === 'The server does not support SSL connections'
}

/** With `sslmode=prefer` or `allow`, libpq falls back to an unencrypted connection. */
function isEncryptionOptional(connection: Connection & { sslmode?: string }) {
  return connection.sslmode === 'prefer' || connection.sslmode === 'allow'
}

function messageOf(error: unknown) {
  const { message, code } = error as Error & { code?: string }
  return message || code
}
