import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { BackupReader } from '#server/backup/backupReader.ts'
import { ensureStored, maxAtOnce } from '#server/backup/copyFiles.ts'
import { unsealed } from '#server/backup/format/sealing.ts'
import { limitConcurrency } from '#server/documents/limitConcurrency.ts'
import type { Storage } from '#server/storage/storage.ts'

/**
 * Adds the files of a backup to the storage, and replaces damaged ones. Those that are already there stay, because the key of a
 * file never gets other content.
 */
export async function restoreFiles(reader: BackupReader, storage: Storage) {
  const inTurn = limitConcurrency(maxAtOnce)
  const files = await reader.files()
  await Promise.all(
    files.map((file) =>
      inTurn(() => ensureStored(storage, unsealed, file, () => buffer(Readable.from(reader.file(file))))),
    ),
  )
}
