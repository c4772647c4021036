import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { installByApt } from './apt.mjs'

const knownPath = '/usr/sbin/postfix'
/** The part of Dovecot with which Postfix delivers to mailboxes. */
const deliveryPath = '/usr/lib/dovecot/lmtp'

/**
 * Returns the path of the mail server Postfix, or undefined if it, or the part of Dovecot that it delivers to, cannot be
 * installed.
 */
export async function findOrInstallPostfix() {
  if (!existsSync(knownPath)) {
    // Otherwise the package sets up a mail server for this machine, and starts it.
    const answer = 'postfix postfix/main_mailer_type select No configuration'
    if (process.getuid?.() === 0) spawnSync('debconf-set-selections', { input: answer })
    await installByApt('postfix')
  }
  if (!existsSync(deliveryPath)) await installByApt('dovecot-lmtpd')
  return existsSync(knownPath) && existsSync(deliveryPath) ? knownPath : undefined
}
