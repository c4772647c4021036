import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { run } from './run.mjs'

/** While this program says no, by its exit code 101, Debian does not start the services of a package. */
const policy = '/usr/sbin/policy-rc.d'
const withoutServices = `
  [ -e ${policy} ] && exec "$@"
  trap 'rm -f ${policy}' EXIT
  printf '#!/bin/sh\\nexit 101\\n' > ${policy} && chmod +x ${policy}
  "$@"`

/**
 * Installs a Debian package if apt-get and root rights are available, and no other package would be removed for it. The
 * caller checks whether that worked. No service is started.
 */
export async function installByApt(name) {
  const isRoot = process.getuid?.() === 0
  const canBecomeRoot = isRoot || spawnSync('sudo', ['-n', 'true']).status === 0
  if (!existsSync('/usr/bin/apt-get') || !canBecomeRoot) return
  console.log(`Installing ${name} (apt-get, once) …`)
  const asRoot = isRoot ? [] : ['sudo', '-n']
  const apt = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', 'sh', '-c', withoutServices, 'sh', 'apt-get', '-qq']
  const options = { stdio: ['ignore', 'ignore', 'inherit'] }
  await run(apt[0], [...apt.slice(1), 'update'], options)
  await run(apt[0], [...apt.slice(1), 'install', '-y', '--no-remove', '--no-install-recommends', name], options)
}
