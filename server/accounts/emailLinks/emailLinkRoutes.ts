import { z } from 'zod'
import { EmailLink, EmailLinkState } from '#contract/emailLinks.ts'
import { envelope } from '#contract/paging.ts'
import type { AccountMailer } from '#server/accounts/accountMailer.ts'
import { confirmationLetter, sharedAddressLetter } from '#server/accounts/accountMails.ts'
import { findUser } from '#server/accounts/accountStore.ts'
import type { LinkSecrets } from '#server/accounts/secretTokens.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/database/database.ts'
import { apiPaths } from '#server/http/apiPaths.ts'
import type { App } from '#server/http/app.ts'
import { conflict } from '#server/http/errors.ts'
import type { WriteLetter } from '#server/mail/mailer.ts'
import {
  findMailedLink,
  readEmailLinkState,
  requireEmailLinkQuota,
  requirePauseBetweenLinks,
  useEmailLink,
} from './emailLinks.ts'

const tags = ['sessions']
/** Counted per IP address, which a whole office may share. */
const rateLimit = { max: 100, timeWindow: 15 * 60_000 }

/** Writes the letter when it is sent. Only the owner of the mailbox finds out whether the address already has an account. */
export function writeConfirmation({
  config,
  db,
  linkSecrets,
}: {
  config: Config
  db: Db
  linkSecrets: LinkSecrets
}): WriteLetter {
  return async (mail) => {
    const link = await findMailedLink(db, mail)
    if (!link) return undefined
    const token = linkSecrets.emailToken(link)
    const account = await readEmailLinkState(db, config, token).catch(() => undefined)
    if (account?.state === 'open') return confirmationLetter(config, { token, expiresAt: link.expiresAt })
    return account?.state === 'claimed' ? sharedAddressLetter(config) : undefined
  }
}

export function emailLinkRoutes(app: App, { config, db }: { config: Config; db: Db }, mailer: AccountMailer) {
  app.route({
    method: 'POST',
    url: apiPaths.emailLinkState,
    config: { access: 'public', rateLimit },
    schema: {
      summary: 'Read what the link in an email does, before using it',
      tags,
      body: EmailLink,
      response: { 200: envelope(EmailLinkState) },
    },
    handler: async ({ body }) => ({ data: await readEmailLinkState(db, config, body.token) }),
  })

  app.route({
    method: 'POST',
    url: apiPaths.emailLinks,
    config: { access: 'public', rateLimit },
    schema: {
      summary: 'Confirm an email address, or restore the old one, with an emailed link',
      tags,
      body: EmailLink,
      response: { 200: envelope(EmailLinkState) },
    },
    async handler({ body }) {
      const link = await useEmailLink(db, config, body.token)
      return { message: link.kind === 'confirm' ? 'Email address confirmed' : 'Email address changed back', data: link }
    },
  })

  app.route({
    method: 'POST',
    url: apiPaths.confirmation,
    config: { access: 'signed-in' },
    schema: {
      summary: 'Request another email with the link that confirms your email address',
      tags,
      response: { 200: envelope(z.null()) },
    },
    async handler({ actor }) {
      const { email } = await db.beginFor(actor.companyId, async (tx) => {
        const user = (await findUser(tx, actor))!
        if (!mailer.isOn || user.isEmailConfirmed) throw conflict('Your email address does not need to be confirmed')
        await requirePauseBetweenLinks(tx, actor)
        await requireEmailLinkQuota(tx, actor)
        await mailer.requestConfirmation(tx, user)
        return user
      })
      mailer.wake()
      return { message: `We have sent the link to ${email} again`, data: null }
    },
  })
}
