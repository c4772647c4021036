import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeBackup } from '#server/backup/backup.ts'
import { openFolderPlace } from '#server/backup/folderPlace.ts'
import type { TestApp } from './testApp.ts'
import { whenDone } from './whenDone.ts'

/** A folder that is removed when the current test or file is done. */
export async function temporaryFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'enquiry-desk-backups-'))
  whenDone(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))
  return folder
}

export const testSecret = 'the secret of the tests, which is long enough'

/** Backs up a test's own data into `folder`. */
export async function backUp(
  { connection, storage }: Pick<TestApp, 'connection' | 'storage'>,
  folder: string,
  options: Parameters<typeof makeBackup>[2] = {},
) {
  const source = { connection, storage, secret: testSecret, productVersion: '0.1.0' }
  return makeBackup(source, await openFolderPlace(folder), options)
}
