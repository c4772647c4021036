import type { FastifyBaseLogger } from 'fastify'
import { readArchiveName } from '#server/backup/archiving/currentArchive.ts'
import type { WatchedStorage } from '#server/backup/archiving/storedFiles.ts'
import { openBases } from '#server/backup/archiving/walArchive.ts'
import { WalShipping } from '#server/backup/archiving/walShipping.ts'
import { openFolderPlace } from '#server/backup/places/folderPlace.ts'
import type { Connection } from '#server/database/connectionPool.ts'
import type { PollingLoop } from '#server/scheduling/pollingLoop.ts'
import { AutomaticBackups, isTooOld } from './automaticBackups.ts'

const baseEveryMs = 7 * 24 * 3600 * 1000

type Settings = { backupDir: string | undefined; backupEveryMs: number; backupPassphrase: string | undefined }
/** The embedded database, whose log is archived if the storage is watched. */
type OwnDatabase = { connection: Connection; cluster: string; files: WatchedStorage | undefined }

/**
 * Prepares what the settings ask for: backups, and the archive of the write-ahead log with its base backups. `runCommand` runs a command
 * of the product, such as `['backup', '--automatic']`.
 */
export async function prepareBackups(
  settings: Settings,
  own: OwnDatabase | undefined,
  runCommand: (args: string[]) => Promise<unknown>,
  log: FastifyBaseLogger,
) {
  const { backupDir, backupEveryMs, backupPassphrase } = settings
  const loops: PollingLoop[] = []
  if (backupDir !== undefined) {
    const list = async () => (await openFolderPlace(backupDir)).names()
    const make = (kind: 'automatic' | 'base') => async () => void (await runCommand(['backup', `--${kind}`]))
    loops.push(new AutomaticBackups(async () => isTooOld(await list(), backupEveryMs), make('automatic'), log))
    if (own?.files) {
      const { cluster, files } = own
      const shipping = new WalShipping({ cluster, backupDir, backupPassphrase }, files, log)
      // If the folder of the backups is away, the loop reports that.
      await shipping.prepare().catch(() => undefined)
      loops.push(shipping)
      // After the first backup, whose files and key it shares.
      const isDue = async () => (await list()).length > 0 && isTooOld(await listBases(cluster, backupDir), baseEveryMs)
      loops.push(new AutomaticBackups(isDue, make('base'), log, { pauseMs: 5000, retryMs: 60_000 }))
    }
  }
  return {
    start: () => loops.forEach((loop) => loop.start()),
    stop: () => Promise.all(loops.map((loop) => loop.stop())),
  }
}

async function listBases(cluster: string, backupDir: string) {
  const name = await readArchiveName(cluster)
  return name === undefined ? [] : (await openBases(backupDir, name)).names()
}
