import { existsSync } from 'node:fs'
import { mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupReader } from '#server/backup/backupReader.ts'
import type { Connection } from '#server/database/connectionPool.ts'
import { withEmbeddedPostgres } from '#server/database/embedded/embeddedPostgres.ts'
import { clearLeftovers } from '#server/database/embedded/postgresOrphan.ts'
import { asideName, commitFolder, commitStaged, finishCommitted, stagingFolder } from '#server/stagedRestore.ts'
import { loadDatabase } from './loadDatabase.ts'

/**
 * Restores the embedded database and the secret of a data folder, whose lock the caller holds. The data in use stays as it is
 * until the restored data is complete, and is then moved to a folder beside it. Returns its path, or undefined if there was
 * none.
 */
export async function restoreFolder(folder: string, reader: BackupReader, time: string) {
  const staged = await stageSecret(folder, reader, time)
  await loadCluster(staged, reader, async () => undefined)
  // The PostgreSQL of a killed server may still be using the folder that is moved.
  const cluster = join(folder, 'postgres')
  if ((await stat(cluster).catch(() => undefined))?.isDirectory()) await clearLeftovers(cluster)
  return putInPlace(folder, time)
}

/** Makes the staging folder, with the secret if the backup has it. */
export async function stageSecret(folder: string, reader: BackupReader, time: string) {
  const staged = stagingFolder(folder, time)
  await mkdir(staged, { mode: 0o700 })
  const secret = await reader.secret()
  if (secret !== undefined) await writeFile(join(staged, 'secret'), secret, { mode: 0o600, flush: true })
  return staged
}

/** Puts a complete copy of the database, a folder in the data folder, in place of the one in use. */
export async function putCopyInPlace(folder: string, copy: string) {
  const time = new Date().toISOString().replaceAll(':', '-')
  await commitFolder(folder, copy, time)
  await finishCommitted(folder)
  return join(folder, asideName(time))
}

export async function putInPlace(folder: string, time: string) {
  await commitStaged(folder, time)
  await finishCommitted(folder)
  const aside = join(folder, asideName(time))
  return existsSync(aside) ? aside : undefined
}

/** Loads a backup into a new embedded database in a folder, and calls `use` before it stops it. */
export function loadCluster<T>(folder: string, reader: BackupReader, use: (connection: Connection) => Promise<T>) {
  return withEmbeddedPostgres(folder, async (connection) => {
    await loadDatabase(connection, reader)
    return use(connection)
  })
}
