import { spawnSync } from 'node:child_process'
import { statfsSync, writeFileSync } from 'node:fs'
import { rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { whenDone } from '#server/test/whenDone.ts'
import { temporaryFolder } from './backups.ts'

/** A folder on a disk of its own, until the tests of the file end; undefined if it cannot be mounted. */
export async function smallDisk(megabytes: number) {
  const folder = await temporaryFolder()
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0700`, 'tmpfs', folder])
  if (mounted.status !== 0) return undefined
  afterAll(() => void spawnSync('umount', [folder]))
  return folder
}

/** A folder on a disk whose files can share blocks, until the tests of the file end; undefined if it cannot be mounted. */
export async function sharingDisk() {
  const mkfs = process.env.MKFS_XFS_PATH
  if (!mkfs) return undefined
  const [image, folder] = [join(await temporaryFolder(), 'image'), await temporaryFolder()]
  await writeFile(image, '')
  // XFS is not made any smaller. The image takes as much of the disk as is written to it.
  await truncate(image, 400 * 1024 * 1024)
  const made = spawnSync(mkfs, ['-q', image])
  if (made.status !== 0 || spawnSync('mount', ['-o', 'loop', image, folder]).status !== 0) return undefined
  afterAll(() => void spawnSync('umount', [folder]))
  return folder
}

/** Leaves only so many bytes of a small disk free, until the test ends. Returns a function that makes room before that. */
export function fillDisk(folder: string, bytesLeft: number) {
  const { bavail, bsize } = statfsSync(folder)
  const filler = join(folder, 'filler')
  writeFileSync(filler, Buffer.alloc(bavail * bsize - Math.round(bytesLeft)))
  const makeRoom = () => rm(filler, { force: true })
  whenDone(makeRoom)
  return makeRoom
}
