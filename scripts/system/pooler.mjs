import { existsSync } from 'node:fs'
import { installByApt } from './apt.mjs'

const knownPaths = [
  '/usr/sbin/pgbouncer',
  '/usr/bin/pgbouncer',
  '/opt/homebrew/bin/pgbouncer',
  '/usr/local/bin/pgbouncer',
]

/** Returns the path of pgbouncer, installing it if needed, or undefined if it cannot be installed. */
export async function findOrInstallPooler() {
  if (!findPooler()) await installByApt('pgbouncer')
  return findPooler()
}

function findPooler() {
  return knownPaths.find((path) => existsSync(path))
}
