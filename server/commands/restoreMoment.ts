import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type Beginning, findBeginning, recover } from '#server/backup/archiving/recovery.ts'
import { ensureStored, maxAtOnce } from '#server/backup/copyFiles.ts'
import { DatabaseSession } from '#server/backup/databaseSession.ts'
import { nameOf } from '#server/backup/format/manifest.ts'
import { unsealed } from '#server/backup/format/sealing.ts'
import { measure } from '#server/backup/measure.ts'
import { listNeededFiles } from '#server/backup/neededFiles.ts'
import { leaveOldEventsBehind } from '#server/backup/restoring/loadDatabase.ts'
import { replaceCluster, stageFolder } from '#server/backup/restoring/restoreFolder.ts'
import type { Config } from '#server/config.ts'
import type { Connection } from '#server/database/connectionPool.ts'
import { lockDataFolder } from '#server/dataFolder.ts'
import { limitConcurrency } from '#server/documents/limitConcurrency.ts'
import { settleRestores } from '#server/stagedRestore.ts'
import { StartError } from '#server/startError.ts'
import { openStorage } from '#server/storage/openStorage.ts'
import type { Storage } from '#server/storage/storage.ts'

type Print = (line: string) => void
/** The newest state if `at` is undefined. */
export type WantedMoment = { backupDir: string; at: Date | undefined; passphrase: string | undefined }

/** A moment as people write it, such as `2026-11-25T10:30` in this machine's time zone; `latest` is undefined. Throws a StartError. */
export function readMoment(text: string) {
  if (text === 'latest') return undefined
  const at = new Date(text)
  if (!Number.isNaN(at.getTime())) return at
  throw new StartError('Write --at as 2026-11-25T10:30:00Z, as 2026-11-25T10:30 in your time zone, or as latest.')
}

/** `npm run restore -- --at TIME`: restores the embedded database as it was then. Throws a StartError, and leaves the data in use as it is. */
export async function restoreMoment(config: Config, { backupDir, at, passphrase }: WantedMoment, print: Print) {
  if (config.database) throw new StartError('--at restores the embedded database. Unset DATABASE_URL.')
  const beginning = await findBeginning(backupDir, passphrase, at)
  const time = nameOf(new Date())
  const locked = await lockDataFolder(config.dataDir)
  try {
    print(`Restoring ${at ? `the state of ${at.toISOString()}` : 'the newest state'}: ${stepsOf(beginning)} …`)
    const staged = await stageFolder(locked.path, beginning.base.secret ?? undefined, time)
    const storage = await openStorage(config)
    await recover(beginning, staged, { at, print }, async (connection) => {
      await restoreNeeded(await prepare(connection), beginning, storage)
    })
    const aside = await replaceCluster(locked.path, staged, time)
    print('Restored.')
    if (aside) print(`The data from before is in ${aside}. Delete it when you are sure that you do not need it.`)
  } finally {
    // A failed restore must not keep the disk full.
    await settleRestores(locked.path)
    await locked.release()
  }
}

export function stepsOf({ base, segments }: Beginning) {
  return `the base backup of ${base.stoppedAt}, and up to ${segments.length.toLocaleString('en')} segments of the log`
}

function prepare(connection: Connection) {
  return DatabaseSession.transact(connection, async (session) => {
    await leaveOldEventsBehind(session)
    return listNeededFiles(session)
  })
}

async function restoreNeeded(keys: string[], { archive }: Beginning, storage: Storage) {
  const inTurn = limitConcurrency(maxAtOnce)
  await Promise.all(keys.map((key) => inTurn(() => restoreOne(key, archive, storage))))
}

/** Thumbnails have no hash of their own. */
async function restoreOne(key: string, { bases: { pool }, sealing }: Beginning['archive'], storage: Storage) {
  const read = async (name: string) => {
    const found = await pool.open(sealing.poolKey(name))
    return found && buffer(Readable.from(await sealing.unseal(found.stream)))
  }
  const bytes = await read(key)
  const measured = bytes && (await measure([bytes]))
  if (measured?.sha256 !== key) {
    throw new StartError(`The file ${key} is ${bytes ? 'damaged' : 'missing'} in the backups. Try an earlier moment.`)
  }
  await ensureStored(storage, unsealed, { key, ...measured }, async () => bytes!)
  const thumbnail = await read(`${key}.thumbnail`)
  if (thumbnail) await storage.put(`${key}.thumbnail`, thumbnail)
}
