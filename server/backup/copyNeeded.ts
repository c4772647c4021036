import type { Sealing } from '#server/backup/format/sealing.ts'
import type { Connection } from '#server/database/connectionPool.ts'
import { commandLine } from '#server/projectRoot.ts'
import { StartError } from '#server/startError.ts'
import type { Storage } from '#server/storage/storage.ts'
import { copyFiles, MissingFile } from './copyFiles.ts'
import { DatabaseSession } from './databaseSession.ts'
import { listNamesOf } from './neededFiles.ts'

type Source = { storage: Storage; connection: Connection }

/** Copies the files that rows refer to. Throws a StartError that names a file that is missing or damaged as people know it. */
export async function copyNeeded(keys: string[], { storage, connection }: Source, pool: Storage, sealing: Sealing) {
  try {
    return await copyFiles(keys, storage, pool, sealing)
  } catch (error) {
    if (!(error instanceof MissingFile)) throw error
    const session = await DatabaseSession.begin(connection)
    const names = await listNamesOf(session, error.key).finally(() => session.close())
    const called = names.length > 0 ? ` (${names.map((name) => `“${name}”`).join(', ')})` : ''
    throw new StartError(
      `The stored file ${error.key}${called} is ${error.fault}, so there is no complete backup. An older backup may have it: ${commandLine('restore', '--file', error.key)}`,
    )
  }
}
