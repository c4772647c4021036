import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readArchiveName } from '#server/backup/archiving/currentArchive.ts'
import { isSegment } from '#server/backup/archiving/segments.ts'
import { findLastStored } from '#server/backup/archiving/walArchive.ts'
import { startOf } from '#server/backup/format/manifest.ts'
import { listFinished } from '#server/backup/places/folderPlace.ts'
import { archivedFolder } from '#server/database/embedded/walArchiving.ts'

export type BackupState = Awaited<ReturnType<typeof readBackupState>>

/** `cluster` is the folder of the embedded database, if its log is archived. */
export async function readBackupState(backupDir: string, cluster: string | undefined) {
  return {
    verified: await findNewestVerified(backupDir),
    lastArchived: cluster === undefined ? undefined : await findLastArchived(backupDir, cluster),
    oldestWaiting: cluster === undefined ? undefined : await findOldestWaiting(cluster),
  }
}

/** The moment of the newest backup. It got its name once everything in it had been read back, and it still has its manifest. */
async function findNewestVerified(backupDir: string) {
  for (const name of (await listFinished(backupDir)).toReversed()) {
    if (await findModified(join(backupDir, name, 'manifest.json'))) return startOf(name)
  }
  return undefined
}

async function findLastArchived(backupDir: string, cluster: string) {
  const name = await readArchiveName(cluster)
  return name === undefined ? undefined : findLastStored(backupDir, name)
}

/** Since when the oldest finished segment of the log waits to be archived. */
async function findOldestWaiting(cluster: string) {
  const folder = archivedFolder(cluster)
  const [oldest] = (await readdir(folder)).filter((name) => isSegment(name)).toSorted()
  return oldest === undefined ? undefined : findModified(join(folder, oldest))
}

/** Undefined if the file does not exist, for example because it has just been archived. */
async function findModified(path: string) {
  try {
    return (await stat(path)).mtime
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
