import { z } from 'zod'
import { envelope } from '#contract/paging.ts'
import { ForgotPassword, ResetPassword } from '#contract/team.ts'
import type { AccountMailer } from '#server/accounts/accountMailer.ts'
import { resetLetter } from '#server/accounts/accountMails.ts'
import type { LinkSecrets } from '#server/accounts/secretTokens.ts'
import { BrowserCookie, originOf } from '#server/accounts/signIn/knownBrowsers.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/database/database.ts'
import { apiPaths } from '#server/http/apiPaths.ts'
import type { App } from '#server/http/app.ts'
import { HttpError } from '#server/http/errors.ts'
import type { Mailer, WriteLetter } from '#server/mail/mailer.ts'
import { makeResets, resetPassword } from './passwordReset.ts'

const tags = ['sessions']
/** Counted per IP address, which a whole office may share. */
const rateLimit = { max: 30, timeWindow: 15 * 60_000 }

/** The mailer finds the function that writes the reset letter under this name. */
export const resetPurpose = 'password reset'
/** Mails survive an outage of the mail server of this length. */
const retryHours = 24

/** Writes the letter when it is sent, so that its hour starts then. Returns nothing for an address without an account. */
export function writeReset({
  config,
  db,
  linkSecrets,
}: {
  config: Config
  db: Db
  linkSecrets: LinkSecrets
}): WriteLetter {
  const secretOf = (key: { companyId: string; id: string }) => linkSecrets.resetSecret(key)
  return async ({ id, to }) => {
    const resets = await db.begin((tx) => makeResets(tx, to, { id, secretOf }))
    return resets.length > 0 ? resetLetter(config, resets) : undefined
  }
}

export function resetRoutes(
  app: App,
  { config, db }: { config: Config; db: Db },
  mailer: Mailer,
  accountMailer: AccountMailer,
) {
  const browsers = new BrowserCookie(config)

  app.route({
    method: 'POST',
    url: apiPaths.forgot,
    config: { access: 'public', rateLimit },
    schema: {
      summary: 'Request an email with a link to choose a new password; the response is the same for every address',
      tags,
      body: ForgotPassword,
      response: { 200: envelope(z.null()) },
    },
    // Every address takes the same work, because the response time would reveal which ones have accounts.
    async handler({ body }) {
      if (!mailer.isOn) throw mailIsOff()
      await mailer.queueUnwritten(db, { to: body.email, purpose: resetPurpose, hours: retryHours })
      mailer.wake()
      return { message: 'If this address has an account, a link is on its way', data: null }
    },
  })

  app.route({
    method: 'POST',
    url: apiPaths.reset,
    config: { access: 'public', rateLimit },
    schema: {
      summary: 'Choose a new password with a link that was emailed or that an owner passed on; ends all sessions',
      tags,
      body: ResetPassword,
      response: { 200: envelope(z.null()) },
    },
    async handler(request, reply) {
      const origin = originOf(request, browsers)
      await resetPassword(db, accountMailer, request.body, origin)
      browsers.set(reply, origin.browser)
      return { message: 'Password changed. Sign in with your new password', data: null }
    },
  })
}

function mailIsOff() {
  return new HttpError(
    503,
    'unavailable',
    'This server does not send email. Ask an owner of your company for a link to choose a new password',
  )
}
