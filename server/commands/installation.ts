import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { requireDatabase } from '#server/database/connecting/requireDatabase.ts'
import { type Connection, directOf } from '#server/database/connectionPool.ts'
import { withEmbeddedPostgres } from '#server/database/embedded/embeddedPostgres.ts'
import { openDataFolder } from '#server/dataFolder.ts'
import { productVersion } from '#server/productVersion.ts'
import { StartError } from '#server/startError.ts'
import { openStorage } from '#server/storage/openStorage.ts'
import type { Storage } from '#server/storage/storage.ts'
import { findRunningDatabase } from './running/runningDatabase.ts'

export type Installation = {
  connection: Connection
  storage: Storage
  secret: string | undefined
  productVersion: string
}

/**
 * Runs a command on the data that the settings name, in the embedded database of a running server if there is one. If no server is
 * running, this starts the embedded database, and stops it afterwards.
 */
export async function withInstallation<T>(config: Config, use: (installation: Installation) => Promise<T>) {
  const running = config.database ?? (await findRunningDatabase(config.dataDir))
  if (running) {
    const connection = directOf(await requireDatabase(running, config.directDatabase))
    return use(await installationOf(config, connection))
  }
  if (!existsSync(join(config.dataDir, 'postgres'))) {
    throw new StartError(`There is no data in ${config.dataDir}. Choose its folder with DATA_DIR, or set DATABASE_URL.`)
  }
  const folder = await openDataFolder(config.dataDir)
  try {
    return await withEmbeddedPostgres(folder.path, async (connection) => use(await installationOf(config, connection)))
  } finally {
    await folder.close()
  }
}

async function installationOf(config: Config, connection: Connection): Promise<Installation> {
  const secretFile = join(config.dataDir, 'secret')
  const stored = existsSync(secretFile) ? (await readFile(secretFile, 'utf8')).trim() : undefined
  const storage = await openStorage(config)
  return { connection, storage, secret: config.secret ?? stored, productVersion }
}
