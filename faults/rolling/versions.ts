import { cp, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/** The folder of the version before this one, built. Empty if it could not be built. */
export const previousVersion = process.env.PREVIOUS_VERSION_DIR ?? ''

/** Makes a version after this one: the same program, with a migration of every kind. Returns its folder. */
export async function makeNextVersion(folder: string) {
  const migrations = join(folder, 'server/database/migrations')
  // Not all of dist: another test may be writing the package there.
  for (const part of ['dist/server', 'dist/web', 'server/database/migrations']) {
    await cp(part, join(folder, part), { recursive: true })
  }
  await cp('faults/rolling/migrations', migrations, { recursive: true })
  await cp('package.json', join(folder, 'package.json'))
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
  return folder
}
