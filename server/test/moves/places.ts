import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { moveCommand } from '#server/commands/moveCommand.ts'
import { restoreCommand } from '#server/commands/restoreCommand.ts'
import { readConfig } from '#server/config.ts'
import { urlOf } from '#server/database/connecting/connectionUrl.ts'
import type { Connection } from '#server/database/connectionPool.ts'
import { openDatabase } from '#server/database/database.ts'
import { withEmbeddedPostgres } from '#server/database/embedded/embeddedPostgres.ts'
import { openStorage } from '#server/storage/openStorage.ts'
import { emptyDatabase, temporaryFolder } from '#server/test/backups/backups.ts'
import { everyRow } from '#server/test/everyRow.ts'

/** The settings of an installation. */
export type Settings = { DATA_DIR: string; DATABASE_URL?: string; STORAGE_URL?: string }

/** The URL of an empty database, which exists until the current test or file is done. */
export async function emptyDatabaseUrl() {
  const { connection } = await emptyDatabase()
  return urlOf(connection)
}

/** An installation with the state of a backup: the embedded database, and files on the disk. */
export async function installedFrom(backup: string): Promise<Settings> {
  const settings = { DATA_DIR: join(await temporaryFolder(), 'data') }
  await restoreCommand([backup], settings, () => undefined)
  return settings
}

/** A second installation like a stopped one, in a folder of its own. */
export async function copyOf({ DATA_DIR }: Settings): Promise<Settings> {
  const copy = join(await temporaryFolder(), 'data')
  await cp(DATA_DIR, copy, { recursive: true })
  return { DATA_DIR: copy }
}

/** Runs the command, and returns what it prints. */
export async function runMove(settings: NodeJS.ProcessEnv, ...args: string[]) {
  const lines: string[] = []
  await moveCommand(args, settings, (line) => lines.push(line))
  return lines.join('\n')
}

/** Runs `use` on the database of an installation, without a server. */
export function inDatabaseOf<T>(settings: Settings, use: (connection: Connection) => Promise<T>) {
  const { database, dataDir } = readConfig(settings)
  return database ? use(database) : withEmbeddedPostgres(dataDir, use)
}

/** The hashes of all rows, and the names of all files, which are hashes. */
export async function stateOf(settings: Settings) {
  const rows = await inDatabaseOf(settings, async (connection) => {
    const db = openDatabase(connection, 2)
    return everyRow({ db }).finally(() => db.end())
  })
  return { rows, files: await filesOf(settings) }
}

async function filesOf(settings: Settings) {
  const storage = await openStorage(readConfig(settings))
  const parts = await storage.parts()
  return (await Promise.all(parts.map((part) => storage.keys(part)))).flat().toSorted()
}
