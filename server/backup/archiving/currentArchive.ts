import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { archivedFolder } from '#server/database/embedded/walArchiving.ts'
import { beginArchive, listArchives, openArchive } from './walArchive.ts'

/** Beside the segments that wait, so that a copy of the cluster does not continue its archive. */
function recordOf(cluster: string) {
  return join(archivedFolder(cluster), 'archive')
}

/** The name of the archive to which the log of a cluster goes; undefined before the first one. */
export async function readArchiveName(cluster: string) {
  return readFile(recordOf(cluster), 'utf8').catch(() => undefined)
}

/** The archive to which the log of a cluster goes. Begins one if there is none, or if it has another passphrase. */
export async function currentArchive(cluster: string, backupDir: string, passphrase: string | undefined) {
  const name = await readArchiveName(cluster)
  const known = name !== undefined && (await listArchives(backupDir)).includes(name)
  const found = known && (await openArchive(backupDir, name, passphrase).catch(() => undefined))
  if (found && found.isEncrypted === (passphrase !== undefined)) return found
  const archive = await beginArchive(backupDir, passphrase)
  await writeFile(recordOf(cluster), archive.name, { flush: true })
  return archive
}

/** The log has left its archive: the next one begins with the next segment. */
export async function leaveArchive(cluster: string) {
  await rm(recordOf(cluster), { force: true })
}
