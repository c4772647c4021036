import type { Language } from '#contract/customers/languages.ts'
import type { Config } from '#server/config.ts'
import { confirmationLetter } from '#server/customers/form/confirmationLetter.ts'
import { privateLink } from '#server/customers/links/privateLink.ts'
import type { Tx } from '#server/database/database.ts'
import type { Mailer } from '#server/mail/mailer.ts'

type Asked = { email: string; language: Language; token: string; expiresAt: Date; companyName: string }

/** Queues the mail that asks a visitor to confirm the address. It contains nothing that the visitor typed. */
export async function queueConfirmation(tx: Tx, mailer: Mailer, { publicUrl, appName }: Config, asked: Asked) {
  const { email, language, token, expiresAt, companyName } = asked
  const url = privateLink(publicUrl!, '/c', token)
  await mailer.queue(tx, { to: email, expiresAt, ...confirmationLetter(language, { companyName, url, appName }) })
}
