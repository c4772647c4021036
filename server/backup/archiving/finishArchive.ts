import { readArchiveName } from './currentArchive.ts'
import type { WatchedStorage } from './storedFiles.ts'
import { WalShipping } from './walShipping.ts'

type Settings = { cluster: string; backupDir: string; backupPassphrase: string | undefined }

/**
 * Archives the end of the log of a cluster that has stopped for good, so that a restore reaches its last moment. A failure is
 * reported, because the cluster itself has that moment as well.
 */
export async function finishArchive(settings: Settings, files: WatchedStorage, report: (line: string) => void) {
  if ((await readArchiveName(settings.cluster)) === undefined) return
  try {
    await new WalShipping(settings, files, console).finish()
  } catch (error) {
    report(
      `The end of the write-ahead log could not be archived in ${settings.backupDir}: ${(error as Error).message}. A restore reaches the moments until the last segment that was archived.`,
    )
  }
}
