import { listFinished } from '#server/backup/places/folderPlace.ts'
import { defaultPlace } from '#server/commands/backupPlaces.ts'
import type { Config } from '#server/config.ts'
import { probeFolder } from '#server/doctor/disk/folderProbe.ts'
import { conflict, HttpError, notFound } from '#server/http/errors.ts'

/** A network drive that does not respond for this long counts as away. */
const responseMs = 3000

/** Where this server has its backups: BACKUP_DIR, or in its data folder. Null for one with neither. */
export function backupFolderOf(config: Config) {
  return config.isStateless && config.backupDir === undefined ? null : defaultPlace(config)
}

/**
 * The names of the finished backups in a folder, oldest first; undefined if it cannot be read. It is first looked at in another process:
 * a drive that is away would block a thread of this one for ever, and there are only four.
 */
export async function listIn(folder: string): Promise<string[] | undefined> {
  const state = await probeFolder(folder, responseMs).catch(() => undefined)
  if (!state) return undefined
  if ('missing' in state) return state.missing === 'ENOENT' ? [] : undefined
  return listFinished(folder).catch(() => undefined)
}

/** Returns the folder of a backup. Throws 404 if there is no backup of this name, which also refuses every other path,
 * and 503 while the folder cannot be read. */
export async function requireBackup(config: Config, name: string) {
  const folder = requireFolder(config)
  const names = await listIn(folder)
  if (!names)
    throw new HttpError(503, 'unavailable', `The folder of the backups, ${folder}, does not respond. Check its disk`)
  if (!names.includes(name)) throw notFound('Backup')
  return folder
}

export function requireFolder(config: Config) {
  const folder = backupFolderOf(config)
  if (folder === null) throw conflict('This server has no folder for backups. Set BACKUP_DIR, and start it again')
  return folder
}
