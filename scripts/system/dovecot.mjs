import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { installByApt } from './apt.mjs'

const knownPaths = ['/usr/sbin/dovecot', '/opt/homebrew/sbin/dovecot', '/usr/local/sbin/dovecot']

/**
 * Returns the path of the mail server Dovecot 2.3, installing it if needed, or undefined if it cannot be installed. Later
 * versions have other settings.
 */
export async function findOrInstallDovecot() {
  if (!findDovecot()) await installByApt('dovecot-imapd')
  const path = findDovecot()
  const version = path && spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout
  return version?.startsWith('2.3.') ? path : undefined
}

function findDovecot() {
  return knownPaths.find((path) => existsSync(path))
}
