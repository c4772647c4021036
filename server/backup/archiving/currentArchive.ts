import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openKey, shareSealing, unsealed } from '#server/backup/format/sealing.ts'
import { openFolderPlace } from '#server/backup/places/folderPlace.ts'
import { archivedFolder } from '#server/database/embedded/walArchiving.ts'
import { type ArchiveKey, archivesFolder, beginArchive, openBases, readStoredKey, WalArchive } from './walArchive.ts'

/** Beside the segments that wait, so that a copy of the cluster does not continue its archive. */
function recordOf(cluster: string) {
  return join(archivedFolder(cluster), 'archive')
}

/** The name of the archive to which the log of a cluster goes; undefined before the first one. */
export async function readArchiveName(cluster: string) {
  return readFile(recordOf(cluster), 'utf8').catch(() => undefined)
}

/**
 * The key of the current archive, or else one that the newest backup shares. With a passphrase, this computes for a second or
 * more, and blocks everything else meanwhile.
 */
export async function openArchiveKey(cluster: string, backupDir: string, passphrase?: string): Promise<ArchiveKey> {
  if (passphrase === undefined) return { sealing: unsealed }
  const name = await readArchiveName(cluster)
  const stored = name === undefined ? undefined : await readStoredKey(backupDir, name)
  const sealing = stored && (await openKey(stored, '', passphrase).catch(() => undefined))
  if (sealing) return { sealing, stored }
  const shared = await shareSealing(await openFolderPlace(backupDir), passphrase)
  return { sealing: shared.sealing, stored: shared.key }
}

/** The archive to which the log of a cluster goes. Begins one if there is none, or if it has another key. */
export async function currentArchive(cluster: string, backupDir: string, key: ArchiveKey) {
  const name = await readArchiveName(cluster)
  if (name !== undefined && (await hasKey(backupDir, name, key))) {
    return new WalArchive(join(archivesFolder(backupDir), name), name, key.sealing, await openBases(backupDir, name))
  }
  const archive = await beginArchive(backupDir, key)
  await writeFile(recordOf(cluster), archive.name, { flush: true })
  return archive
}

async function hasKey(backupDir: string, name: string, { stored }: ArchiveKey) {
  if (!existsSync(join(archivesFolder(backupDir), name))) return false
  const found = await readStoredKey(backupDir, name)
  return Buffer.from(found ?? '').equals(Buffer.from(stored ?? ''))
}

/** The log has left its archive: the next one begins with the next segment. */
export async function leaveArchive(cluster: string) {
  await rm(recordOf(cluster), { force: true })
}
