import type { Language } from '#contract/customers/languages.ts'
import { record } from '#server/accounts/history.ts'
import type { LinkSecrets } from '#server/accounts/secretTokens.ts'
import type { Config } from '#server/config.ts'
import { type ContactRow, findContact, idsOf, lockContacts } from '#server/customers/contacts/contactStore.ts'
import { addLink, type OpenedLink } from '#server/customers/links/customerLinks.ts'
import { privateLink } from '#server/customers/links/privateLink.ts'
import { textsFor } from '#server/customers/texts.ts'
import type { Tx } from '#server/database/database.ts'
import { conflict, tooManyRequests } from '#server/http/errors.ts'
import { nameInMail, writeLetter } from '#server/mail/letter.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { authorOf, masked } from './visitor.ts'

/** A mailed link is useless to the reader if it arrives much later. */
const triedMs = 24 * 3600 * 1000
const pauseSeconds = 10 * 60
const perDay = 3

export interface MailServices {
  config: Config
  linkSecrets: LinkSecrets
  mailer: Mailer
}

/**
 * Mails a new link to the contact of an expired one, and returns the masked address. Throws 409 for a link that has not
 * expired or if the server sends no mail, and 429 after too many mails to the contact.
 */
export async function mailNewLink(tx: Tx, { config, linkSecrets, mailer }: MailServices, link: OpenedLink) {
  if (!link.isExpired) throw conflict('This link has not expired. Open it again')
  if (!mailer.isOn) throw conflict('This server sends no email. Contact the company in another way')
  const { id } = (await findContact(tx, link, link.contactId))!
  const contact = (await lockContacts(tx, link, [id])).get(id)!
  await requireFewLinks(
    tx,
    contact,
    'We mailed you a link a short time ago. Look in your inbox and in your spam folder',
  )
  const { token } = await addLink(tx, linkSecrets, link)
  await queueNewLink(tx, { config, mailer }, contact, token)
  record(tx, authorOf(link), { subject: 'enquiry', subjectId: link.enquiryId }, 'link mailed')
  return masked(contact.email)
}

/** Mails a link to the page of one of the contact's enquiries. */
export async function queueNewLink(
  tx: Tx,
  { config, mailer }: Pick<MailServices, 'config' | 'mailer'>,
  contact: ContactRow,
  token: string,
) {
  const url = privateLink(config.publicUrl!, '/t', token)
  const letter = newLinkLetter(contact.language, { companyName: await companyNameOf(tx, contact), url, config })
  await mailer.queue(tx, { to: contact.email, expiresAt: new Date(Date.now() + triedMs), ...letter })
}

/** Throws 429 with `message` if many links were mailed to a contact, whoever asked for them. */
export async function requireFewLinks(tx: Tx, { companyId, id }: ContactRow, message: string) {
  const [mailed] = await tx<{ inDay: number; wait: number | null }[]>`
    select count(*)::int as in_day, ceil(${pauseSeconds}::int - extract(epoch from now() - max(created_at)))::int as wait
    from activity
    where company_id = ${companyId} and subject = 'enquiry' and action in ('link mailed', 'link made')
      and created_at > now() - interval '1 day' and subject_id in (
        select id from enquiry
        where company_id = ${companyId} and created_by = any(${await idsOf(tx, { companyId }, id)}::uuid[]))`
  const { inDay, wait } = mailed!
  if (wait !== null && wait > 0) throw tooManyRequests(wait, message)
  if (inDay >= perDay) throw tooManyRequests(24 * 3600, message)
}

async function companyNameOf(tx: Tx, { companyId }: ContactRow) {
  const [company] = await tx<{ name: string }[]>`select name from company where id = ${companyId}`
  return company!.name
}

type Named = { companyName: string; url: string; config: Pick<Config, 'appName'> }

function newLinkLetter(language: Language, { companyName, url, config }: Named) {
  const text = textsFor(language)
  const company = nameInMail(companyName)
  return writeLetter({
    language,
    subject: text('mail.link.subject', { company }),
    greeting: text('mail.greeting'),
    paragraphs: [text('mail.link.text', { company })],
    actions: [{ label: text('mail.link.button'), url }],
    notes: [text('mail.link.ignore')],
    signature: config.appName,
    addressHint: text('mail.buttonFails'),
  })
}
