import { z } from 'zod'
import { EmailLink, EmailLinkState } from '#contract/emailLinks.ts'
import { envelope } from '#contract/paging.ts'
import type { AccountMailer } from '#server/accounts/accountMailer.ts'
import { confirmationLetter, sharedAddressLetter } from '#server/accounts/accountMails.ts'
import { findUser } from '#server/accounts/accountStore.ts'
import type { LinkSecrets } from '#server/accounts/secretTokens.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/database/database.ts'
import type { App } from '#server/http/app.ts'
import { conflict } from '#server/http/errors.ts'
import type { WriteLetter } from '#server/mail/mailer.ts'
import {
  findMailedLink,
  readEmailLinkState,
  requireFewEmailLinks,
  requirePauseBetweenLinks,
  useEmailLink,
} from './emailLinks.ts'

const tags = ['sessions']
/** From one network address, which an office shares. */
const rateLimit = { max: 100, timeWindow: 15 * 60_000 }

/** Writes the letter as it is sent. Only the holder of the mailbox learns whether the address has an account already. */
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
    const token = linkSecrets.emailTokenOf(link)
    const account = await readEmailLinkState(db, token).catch(() => undefined)
    if (account?.state === 'open') return confirmationLetter(config, account, { token, expiresAt: link.expiresAt })
    return account?.state === 'claimed' ? sharedAddressLetter(config, account) : undefined
  }
}

export function emailLinkRoutes(app: App, { db }: { db: Db }, mailer: AccountMailer) {
  app.route({
    method: 'POST',
    url: '/auth/email-links/state',
    config: { access: 'public', rateLimit },
    schema: {
      summary: 'Describe the effect of the link in a mail to the person who holds it',
      tags,
      body: EmailLink,
      response: { 200: envelope(EmailLinkState) },
    },
    handler: async ({ body }) => ({ data: await readEmailLinkState(db, body.token) }),
  })

  app.route({
    method: 'POST',
    url: '/auth/email-links',
    config: { access: 'public', rateLimit },
    schema: {
      summary: 'Confirm an email address, or give an account its old one back, by the link of a mail',
      tags,
      body: EmailLink,
      response: { 200: envelope(EmailLinkState) },
    },
    async handler({ body }) {
      const link = await useEmailLink(db, body.token)
      return { message: link.kind === 'confirm' ? 'Email address confirmed' : 'Email address changed back', data: link }
    },
  })

  app.route({
    method: 'POST',
    url: '/auth/confirmation',
    config: { access: 'signed-in' },
    schema: {
      summary: "Have the link that confirms one's email address mailed again",
      tags,
      response: { 200: envelope(z.null()) },
    },
    async handler({ actor }) {
      const { email } = await db.beginFor(actor.companyId, async (tx) => {
        const user = (await findUser(tx, actor))!
        if (!mailer.isOn || user.isEmailConfirmed) throw conflict('Your email address needs no confirmation')
        await requirePauseBetweenLinks(tx, actor)
        await requireFewEmailLinks(tx, actor)
        await mailer.askToConfirm(tx, user)
        return user
      })
      mailer.wake()
      return { message: `We have sent the link to ${email} again`, data: null }
    },
  })
}
