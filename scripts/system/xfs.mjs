import { existsSync } from 'node:fs'
import { installByApt } from './apt.mjs'

const path = '/usr/sbin/mkfs.xfs'

/**
 * Returns the path of the program that makes the file system XFS, whose files can share blocks, installing it if needed, or
 * undefined if that is impossible.
 */
export async function findOrInstallXfs() {
  if (!existsSync(path)) await installByApt('xfsprogs')
  return existsSync(path) ? path : undefined
}
