import { once } from 'node:events'
import { readFile, realpath } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { Connection } from '#server/database/connectionPool.ts'
import { databaseName } from './postgresCluster.ts'

/**
 * The embedded database of a data folder, if a server runs it; undefined if not. Throws the error of the operating system if this
 * account may not look. The pid file says where it listens: line 4 is the port, line 6 the address (PostgreSQL, chapter 66.1).
 */
export async function findRunningPostgres(dataDir: string): Promise<Connection | undefined> {
  try {
    const cluster = join(await realpath(dataDir), 'postgres')
    const [, , , port, , address] = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')
    const place = address
      ? { host: '127.0.0.1', port: Number(port), password: await readFile(join(cluster, 'password'), 'utf8') }
      : { host: cluster, port: Number(port) }
    await requireListening(place)
    return { ...place, user: databaseName, database: databaseName }
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ECONNREFUSED'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}

/** A killed PostgreSQL leaves its pid file. */
async function requireListening({ host, port }: { host: string; port: number }) {
  const socket = host.startsWith('/') ? connect(join(host, `.s.PGSQL.${port}`)) : connect(port, host)
  try {
    await once(socket, 'connect')
  } finally {
    socket.destroy()
  }
}
