import { existsSync } from 'node:fs'
import { chown, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account } from './runProgram.ts'

/** In the cluster, because PostgreSQL's account often cannot open any other folder. */
const folderName = 'archived'
/** How long a commit may wait in an unfinished segment. */
const timeoutSeconds = 30

export function archivedFolder(cluster: string) {
  return join(cluster, folderName)
}

/** Whether a path in a cluster belongs to its archiving, which a copy of the cluster must not take over. */
export function belongsToArchiving(path: string, cluster: string) {
  return path === archivedFolder(cluster)
}

/**
 * Turns archiving on or off for the next start of a cluster, and returns the settings for it. If `isOn` is undefined it stays as
 * it is: a start without archiving would leave a gap.
 */
export async function settingsForArchiving(
  cluster: string,
  { uid, gid }: Account,
  isOn: boolean | undefined,
): Promise<Record<string, string | number>> {
  const folder = archivedFolder(cluster)
  if (isOn === false) await rm(folder, { recursive: true, force: true })
  if (isOn) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid)
  }
  if (!existsSync(folder)) return {}
  return {
    archive_mode: 'on',
    archive_library: 'basic_archive',
    'basic_archive.archive_directory': folderName,
    archive_timeout: timeoutSeconds,
  }
}
