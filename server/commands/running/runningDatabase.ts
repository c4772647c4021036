import { once } from 'node:events'
import { readFileSync, realpathSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import type { Connection } from '#server/database/connectionPool.ts'
import { databaseName } from '#server/database/embedded/postgresCluster.ts'
import { commandLine } from '#server/projectRoot.ts'
import { StartError } from '#server/startError.ts'

/** The database of DATABASE_URL, or the embedded one of the running server. Throws a StartError if no server is running. */
export async function requireRunningDatabase({ database, dataDir }: Config) {
  const found = database ?? (await findRunningDatabase(dataDir))
  if (found) return found
  throw new StartError(
    `No server is running on the data folder ${dataDir}. Start one with ${commandLine('start')}, or choose another folder with DATA_DIR.`,
  )
}

/** The embedded database of a running server; undefined if no server is running on this folder. Throws a StartError. */
export async function findRunningDatabase(dataDir: string) {
  const found = readListening(dataDir)
  return found && (await accepts(found)) ? found : undefined
}

/** PostgreSQL's pid file says where it listens: line 4 is the port, line 6 the address. */
function readListening(dataDir: string): Connection | undefined {
  try {
    const cluster = join(realpathSync(dataDir), 'postgres')
    const [, , , port, , address] = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    const place = { port: Number(port), user: databaseName, database: databaseName }
    if (!address) return { ...place, host: cluster }
    return { ...place, host: address, password: readFileSync(join(cluster, 'password'), 'utf8') }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') return undefined
    throw new StartError(`The data folder ${dataDir} belongs to another user. Run this command as that user.`)
  }
}

async function accepts({ host = '', port }: Connection) {
  const isSocket = host.startsWith('/')
  const socket = isSocket ? connect(join(host, `.s.PGSQL.${port}`)) : connect(port!, host)
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
