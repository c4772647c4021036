import { copyFiles, maxAtOnce, MissingFile } from '#server/backup/copyFiles.ts'
import type { BackedUpFile } from '#server/backup/format/fileList.ts'
import { unsealed } from '#server/backup/format/sealing.ts'
import { measure } from '#server/backup/measure.ts'
import { limitConcurrency } from '#server/documents/limitConcurrency.ts'
import { commandLine } from '#server/projectRoot.ts'
import { StartError } from '#server/startError.ts'
import type { Storage } from '#server/storage/storage.ts'

/** Copies the files that are not at the target yet, and then compares every one. Returns how many there are. */
export async function moveFiles(keys: string[], source: Storage, target: Storage) {
  const copied = await copyFiles(keys, source, target, unsealed).catch(whenMissing)
  await compareFiles(copied, target)
  return copied.length
}

function whenMissing(error: unknown): never {
  if (!(error instanceof MissingFile)) throw error
  const { key, fault } = error
  throw new StartError(
    `The stored file ${key} is ${fault}, so nothing has been moved. If a backup has it, run ${commandLine('restore', '--file', key)}, and repeat the same command.`,
  )
}

/** Throws a StartError unless the target has exactly these files. */
export async function compareFiles(copied: BackedUpFile[], target: Storage) {
  const inTurn = limitConcurrency(maxAtOnce)
  await Promise.all(copied.map((file) => inTurn(() => compareFile(file, target))))
}

async function compareFile({ key, bytes, sha256 }: BackedUpFile, target: Storage) {
  const found = await target.open(key)
  const measured = found && (await measure(found.stream))
  if (measured?.bytes === bytes && measured.sha256 === sha256) return
  throw new StartError(
    `The file ${key} is ${found ? 'damaged' : 'missing'} at the new place, so nothing has been moved. Repeat the same command, which copies it again.`,
  )
}
