import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { installByApt } from './apt.mjs'

const knownPath = '/usr/sbin/postfix'
/** The part of Dovecot with which Postfix delivers to mailboxes. */
const deliveryPath = '/usr/lib/dovecot/lmtp'

/**
 * Returns the path of the mail server Postfix, installing it and what it needs to deliver to Dovecot, or undefined if that
 * is impossible. Only root can start it.
 */
export async function findOrInstallPostfix() {
  if (process.getuid?.() !== 0) return undefined
  if (!existsSync(knownPath)) {
    // Without this answer, the package sets up a mail server for this machine, and starts it.
    spawnSync('debconf-set-selections', { input: 'postfix postfix/main_mailer_type select No configuration' })
    await installByApt('postfix')
  }
  if (!existsSync(deliveryPath)) await installByApt('dovecot-lmtpd')
  return existsSync(knownPath) && existsSync(deliveryPath) ? knownPath : undefined
}
