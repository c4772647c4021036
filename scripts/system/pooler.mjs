import { existsSync } from 'node:fs'
import { installByApt } from './apt.mjs'

const places = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer', '/usr/local/bin/pgbouncer']

/** The path of a pgbouncer, installed if there is none; undefined where it is not to be had. */
export async function findOrInstallPooler() {
  if (!findPooler()) await installByApt('pgbouncer')
  return findPooler()
}

function findPooler() {
  return places.find((path) => existsSync(path))
}
