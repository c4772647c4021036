import { spawnSync } from 'node:child_process'
import { afterAll } from 'vitest'
import { temporaryFolder } from './backups.ts'

/** A folder on a disk of its own, until the tests of the file end; undefined if it cannot be mounted. */
export async function smallDisk(megabytes: number) {
  const folder = await temporaryFolder()
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0700`, 'tmpfs', folder])
  if (mounted.status !== 0) return undefined
  afterAll(() => void spawnSync('umount', [folder]))
  return folder
}
