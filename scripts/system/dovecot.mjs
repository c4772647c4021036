import { existsSync } from 'node:fs'
import { installByApt } from './apt.mjs'

const knownPaths = ['/usr/sbin/dovecot', '/opt/homebrew/sbin/dovecot', '/usr/local/sbin/dovecot']

/** Returns the path of the mail server Dovecot, installing it if needed, or undefined if it cannot be installed. */
export async function findOrInstallDovecot() {
  if (!findDovecot()) await installByApt('dovecot-imapd')
  return findDovecot()
}

function findDovecot() {
  return knownPaths.find((path) => existsSync(path))
}
