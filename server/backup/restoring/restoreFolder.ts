import { existsSync } from 'node:fs'
import { mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupReader } from '#server/backup/backupReader.ts'
import { withEmbeddedPostgres } from '#server/database/embedded/embeddedPostgres.ts'
import { clearLeftovers } from '#server/database/embedded/postgresOrphan.ts'
import { asideName, commit, finishCommitted, stagingFolder } from '#server/stagedRestore.ts'
import { loadDatabase } from './loadDatabase.ts'

/**
 * Restores the embedded database and the secret of a data folder, whose lock the caller holds. The data in use stays as it is
 * until the restored data is complete, and is then moved to a folder beside it. Returns its path, or undefined if there was
 * none.
 */
export async function restoreFolder(folder: string, reader: BackupReader, time: string) {
  const staged = await stageSecret(folder, reader, time)
  await withEmbeddedPostgres(staged, (connection) => loadDatabase(connection, reader))
  return replaceCluster(folder, staged, time)
}

/** Like `putInPlace`, for a folder with a cluster. */
export async function replaceCluster(folder: string, staged: string, time: string) {
  // The PostgreSQL of a killed server may still be using the folder that is moved.
  const cluster = join(folder, 'postgres')
  if ((await stat(cluster).catch(() => undefined))?.isDirectory()) await clearLeftovers(cluster)
  return putInPlace(folder, staged, time)
}

/** Makes the staging folder, with the secret if the backup has it. */
export async function stageSecret(folder: string, reader: BackupReader, time: string) {
  return stageFolder(folder, await reader.secret(), time)
}

export async function stageFolder(folder: string, secret: string | undefined, time: string) {
  const staged = stagingFolder(folder, time)
  await mkdir(staged, { mode: 0o700 })
  if (secret !== undefined) await writeFile(join(staged, 'secret'), secret, { mode: 0o600, flush: true })
  return staged
}

/** Puts the folder with complete data in place of the data in use. Returns where that is now; undefined if there was none. */
export async function putInPlace(folder: string, complete: string, time: string) {
  await commit(folder, complete, time)
  await finishCommitted(folder)
  const aside = join(folder, asideName(time))
  return existsSync(aside) ? aside : undefined
}
