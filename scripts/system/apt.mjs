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
const quiet = { stdio: ['ignore', 'ignore', 'inherit'] }

export function isRoot() {
  return process.getuid?.() === 0
}

/**
 * Runs `scripts` as root, and then installs Debian packages, where apt-get and root rights are available. Removes no
 * other package and starts no service. The caller checks whether that worked.
 */
export async function installByApt(packages, scripts = []) {
  const canBecomeRoot = isRoot() || spawnSync('sudo', ['-n', 'true']).status === 0
  if (packages.length === 0 || !existsSync('/usr/bin/apt-get') || !canBecomeRoot) return
  console.log(`Installing ${packages.join(', ')} (apt-get, once) …`)
  for (const script of scripts) await runAsRoot('sh', '-c', script)
  await runApt('update')
  if ((await install(packages)) || packages.length === 1) return
  // One package that this system lacks keeps apt-get from installing the others.
  for (const name of packages) await install([name])
}

function install(packages) {
  return runApt('install', '-y', '--no-remove', '--no-install-recommends', ...packages)
}

function runApt(...args) {
  return runAsRoot(
    'env',
    'DEBIAN_FRONTEND=noninteractive',
    'sh',
    '-c',
    withoutServices,
    'sh',
    'apt-get',
    '-qq',
    ...args,
  )
}

function runAsRoot(...command) {
  const [program, ...args] = isRoot() ? command : ['sudo', '-n', ...command]
  return run(program, args, quiet)
}
