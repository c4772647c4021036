import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Backup, BackupList } from '#contract/operator.ts'
import { readBackup } from '#server/backup/backupReader.ts'
import { startOf } from '#server/backup/format/manifest.ts'
import { keyPart } from '#server/backup/format/sealing.ts'
import type { BackupPlace } from '#server/backup/places/backupPlace.ts'
import { listFinished, openFolderPlace } from '#server/backup/places/folderPlace.ts'
import { defaultPlace } from '#server/commands/backupPlaces.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/database/database.ts'
import { listVerifications } from './taskStore.ts'

const maxListed = 50
const hourMs = 3600 * 1000

/** The backups in BACKUP_DIR, or those that people have made by hand in the data folder. */
export async function listBackups(config: Config, db: Db): Promise<BackupList> {
  const { backupDir, backupEveryMs, backupsKept, backupPassphrase, archivesWal, isStateless } = config
  const folder = isStateless && backupDir === undefined ? null : defaultPlace(config)
  const names = await namesIn(folder)
  return {
    folder,
    isReachable: names !== undefined,
    isAutomatic: backupDir !== undefined,
    everyHours: backupEveryMs / hourMs,
    kept: backupsKept,
    isEncrypted: Boolean(backupPassphrase),
    archivesWal,
    docs: folder === null || !names ? [] : await describe(folder, names.toReversed().slice(0, maxListed), db),
    total: names?.length ?? 0,
  }
}

/** Undefined if the folder cannot be read. One that does not exist yet has no backups. */
async function namesIn(folder: string | null) {
  if (folder === null) return undefined
  return listFinished(folder).catch((error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? [] : undefined))
}

async function describe(folder: string, names: string[], db: Db): Promise<Backup[]> {
  if (names.length === 0) return []
  const verifications = await listVerifications(db, names)
  const place = await openFolderPlace(folder)
  const backups: Backup[] = []
  for (const name of names) {
    const verified = verifications.find(({ backup }) => backup === name)
    const isEncrypted = existsSync(join(folder, name, keyPart))
    backups.push({
      name,
      startedAt: startOf(name).toISOString(),
      isEncrypted,
      content: isEncrypted ? null : await readContent(place, name),
      lastVerification: verified ? { finishedAt: verified.finishedAt.toISOString(), outcome: verified.outcome } : null,
    })
  }
  return backups
}

async function readContent(place: BackupPlace, name: string) {
  const reader = await readBackup(place, name).catch(() => undefined)
  if (!reader) return null
  const { productVersion, tables, files, secret } = reader.manifest
  return {
    productVersion,
    rows: tables.reduce((sum, table) => sum + table.rows, 0),
    files: files.count,
    bytes: tables.reduce((sum, table) => sum + table.bytes, files.total),
    hasSecret: secret !== null,
  }
}
