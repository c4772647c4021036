import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Backup, BackupList } from '#contract/operator.ts'
import { readManifest, startOf } from '#server/backup/format/manifest.ts'
import { keyPart } from '#server/backup/format/sealing.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/database/database.ts'
import { backupFolderOf, listIn } from './backupFolder.ts'
import { listVerifications } from './taskStore.ts'

const maxListed = 50
const hourMs = 3600 * 1000

/** The backups in BACKUP_DIR, or those that people have made by hand in the data folder. */
export async function listBackups(config: Config, db: Db): Promise<BackupList> {
  const { backupDir, backupEveryMs, backupsKept, backupPassphrase, archivesWal } = config
  const folder = backupFolderOf(config)
  const names = folder === null ? undefined : await listIn(folder)
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

async function describe(folder: string, names: string[], db: Db): Promise<Backup[]> {
  const verifications = await listVerifications(db, names)
  const backups: Backup[] = []
  // One after the other: a slow drive occupies one thread.
  for (const name of names) {
    const verified = verifications.find(({ backup }) => backup === name)
    backups.push({
      name,
      startedAt: startOf(name).toISOString(),
      ...(await look(join(folder, name), name)),
      lastVerification: verified ? { finishedAt: verified.finishedAt.toISOString(), outcome: verified.outcome } : null,
    })
  }
  return backups
}

async function look(folder: string, name: string): Promise<Pick<Backup, 'isEncrypted' | 'content'>> {
  const parts = await readdir(folder).catch((): string[] => [])
  if (parts.includes(keyPart)) return { isEncrypted: true, content: null }
  return { isEncrypted: false, content: await readContent(folder, name).catch(() => null) }
}

async function readContent(folder: string, name: string) {
  const { productVersion, tables, files, secret } = readManifest(
    await readFile(join(folder, 'manifest.json'), 'utf8'),
    name,
  )
  return {
    productVersion,
    rows: tables.reduce((sum, table) => sum + table.rows, 0),
    files: files.count,
    bytes: tables.reduce((sum, table) => sum + table.bytes, files.total),
    hasSecret: secret !== null,
  }
}
