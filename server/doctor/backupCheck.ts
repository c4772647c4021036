import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { startOf } from '#server/backup/format/manifest.ts'
import { listFinished } from '#server/backup/places/folderPlace.ts'
import type { Config } from '#server/config.ts'
import { archivedFolder } from '#server/database/embedded/walArchiving.ts'
import type { Folders } from '#server/doctor/disk/diskCheck.ts'
import { type BackupState, readBackupState } from '#server/metrics/backupState.ts'
import { commandLine } from '#server/projectRoot.ts'
import { type Finding, findingsOn } from './finding.ts'
import { readableAge } from './readableAge.ts'

const { ok, warning, problem } = findingsOn('backups')
/** In seconds, as in the alert rules. */
const maxWaitingAge = 300

/** A backup is finished once everything in it has been read back, so the newest finished one is verified as well. */
export async function checkBackups(config: Config, { data, backups }: Folders): Promise<Finding[]> {
  const { backupDir, dataDir } = config
  if (backupDir === undefined) return [await explainUnset(data && join(dataDir, 'backups'))]
  // The check of the disk says so.
  if (!backups) return []
  const archivesWal = config.archivesWal && data !== undefined
  const cluster = join(dataDir, 'postgres')
  const state = await readBackupState(
    backupDir,
    archivesWal && existsSync(archivedFolder(cluster)) ? cluster : undefined,
  )
  return [judgeAge(state, config.backupEveryMs / 1000), ...(archivesWal ? [judgeArchive(state)] : [])]
}

/** `npm run backup` then makes backups in `byHand`, which is undefined if the data folder cannot be used. */
async function explainUnset(byHand: string | undefined) {
  const newest = byHand !== undefined && existsSync(byHand) ? (await listFinished(byHand)).at(-1) : undefined
  const last =
    newest === undefined ? '' : ` The last one by hand, in ${byHand}, is ${readableAge(ageOf(startOf(newest)))} old.`
  const next = 'Set BACKUP_DIR to a folder on another disk. If you make backups in another way, ignore this.'
  return warning(`No backups are made automatically, because BACKUP_DIR is not set.${last}`, next)
}

function judgeAge({ verified }: BackupState, every: number) {
  const next = `Look for THE AUTOMATIC BACKUP FAILED in the log of the server, or run ${commandLine('backup')}, which says what is wrong.`
  if (!verified) return problem('There is no finished backup in BACKUP_DIR.', next)
  const age = ageOf(verified)
  const fact = `The last verified backup is ${readableAge(age)} old; BACKUP_EVERY is ${readableAge(every)}.`
  return age > 2 * every ? problem(fact, next) : ok(fact)
}

function judgeArchive({ lastArchived, oldestWaiting }: BackupState) {
  const next =
    'Look for THE WRITE-AHEAD LOG COULD NOT BE ARCHIVED in the log of the server, and check the disk of BACKUP_DIR.'
  const waiting = oldestWaiting ? ageOf(oldestWaiting) : 0
  if (waiting > maxWaitingAge)
    return problem(`The changes of the last ${readableAge(waiting)} are not in the archive of the log.`, next)
  if (!lastArchived) return warning('Nothing is in the archive of the log yet.', `Start the product. ${next}`)
  return ok(`The log was last archived ${readableAge(ageOf(lastArchived))} ago, and nothing waits for it.`)
}

/** In seconds. */
function ageOf(moment: Date) {
  return Math.max(0, Date.now() - moment.getTime()) / 1000
}
