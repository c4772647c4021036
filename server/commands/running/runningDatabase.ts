import type { Config } from '#server/config.ts'
import { findRunningPostgres } from '#server/database/embedded/runningPostgres.ts'
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
  try {
    return await findRunningPostgres(dataDir)
  } catch (error) {
    if (!['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    throw new StartError(`The data folder ${dataDir} belongs to another user. Run this command as that user.`)
  }
}
