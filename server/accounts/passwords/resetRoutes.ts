import { z } from 'zod'
import { envelope } from '#contract/paging.ts'
import { ForgotPassword, ResetPassword } from '#contract/team.ts'
import type { AccountMailer } from '#server/accounts/accountMailer.ts'
import { resetLetter } from '#server/accounts/accountMails.ts'
import type { LinkSecrets } from '#server/accounts/secretTokens.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/database/database.ts'
import type { App } from '#server/http/app.ts'
import { HttpError } from '#server/http/errors.ts'
import type { Mailer, WriteLetter } from '#server/mail/mailer.ts'
import { makeResets, resetPassword } from './passwordReset.ts'

const tags = ['sessions']
/** From one network address, which an office shares. */
const rateLimit = { max: 30, timeWindow: 15 * 60_000 }

/** What the mailer knows the letter by. */
export const resetPurpose = 'password reset'
/** How long an outage of the mail server may last. */
const hoursTried = 24

/** Writes the letter as it is sent: its link is good from then on. Nothing for an address without an account. */
export function writeReset({
  config,
  db,
  linkSecrets,
}: {
  config: Config
  db: Db
  linkSecrets: LinkSecrets
}): WriteLetter {
  const secretOf = (key: { companyId: string; id: string }) => linkSecrets.ofReset(key)
  return async ({ id, to }) => {
    const made = await db.begin((tx) => makeResets(tx, to, { id, secretOf }))
    return made.length > 0 ? resetLetter(config, made) : undefined
  }
}

export function resetRoutes(app: App, { db }: { db: Db }, mailer: Mailer, accountMailer: AccountMailer) {
  app.route({
    method: 'POST',
    url: '/auth/forgot',
    config: { access: 'public', rateLimit },
    schema: {
      summary: 'Have a link mailed to choose a new password by; the answer is the same for every address',
      tags,
      body: ForgotPassword,
      response: { 200: envelope(z.null()) },
    },
    // The same work for every address: how long it took would tell whether there is an account.
    async handler({ body }) {
      if (!mailer.isOn) throw sendsNoMail()
      await mailer.queueUnwritten(db, { to: body.email, purpose: resetPurpose, hours: hoursTried })
      mailer.wake()
      return { message: 'If the address has an account, a link is on its way', data: null }
    },
  })

  app.route({
    method: 'POST',
    url: '/auth/reset',
    config: { access: 'public', rateLimit },
    schema: {
      summary: 'Choose a new password by such a link; all sessions end',
      tags,
      body: ResetPassword,
      response: { 200: envelope(z.null()) },
    },
    async handler({ body, ip }) {
      await resetPassword(db, accountMailer, body, ip)
      return { message: 'Password changed. Sign in with it', data: null }
    },
  })
}

function sendsNoMail() {
  return new HttpError(503, 'unavailable', 'This server sends no mail. Ask its operator for a link to a new password')
}
