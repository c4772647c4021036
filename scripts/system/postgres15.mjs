import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { installByApt } from './apt.mjs'

const folder = '/usr/lib/postgresql/15/bin'
const settings = '/etc/postgresql-common'

/** Returns the folder of PostgreSQL 15's programs, installing them if needed, or undefined if that is impossible. */
export async function findOrInstallPostgres15() {
  if (isThere()) return folder
  // Without this, Debian creates a database and starts a server for it. Only root can, and apt-get needs root as well.
  if (existsSync('/usr/bin/apt-get') && !existsSync(settings)) {
    const script = `mkdir -p ${settings}/createcluster.d && echo 'create_main_cluster = false' > ${settings}/createcluster.d/tests.conf`
    const isRoot = process.getuid?.() === 0
    spawnSync(isRoot ? 'sh' : 'sudo', isRoot ? ['-c', script] : ['-n', 'sh', '-c', script])
  }
  await installByApt('postgresql-15')
  return isThere() ? folder : undefined
}

function isThere() {
  return existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'))
}
