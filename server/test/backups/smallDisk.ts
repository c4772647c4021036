import { spawnSync } from 'node:child_process'
import { rm, statfs, writeFile } from 'node:fs/promises'
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

/** Leaves only so many bytes of a small disk free, until the test ends. Returns a function that makes room before that. */
export async function fillDisk(folder: string, bytesLeft: number) {
  const { bavail, bsize } = await statfs(folder)
  const filler = join(folder, 'filler')
  await writeFile(filler, Buffer.alloc(bavail * bsize - Math.round(bytesLeft)))
  const makeRoom = () => rm(filler, { force: true })
  whenDone(makeRoom)
  return makeRoom
}
