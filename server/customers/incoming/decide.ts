import type { HeldMailReason } from '#contract/customers/incoming.ts'
import { limits } from '#contract/limits.ts'
import type { Config } from '#server/config.ts'
import { findContactByEmail } from '#server/customers/contacts/contactStore.ts'
import type { Recipients } from '#server/customers/mails/recipients.ts'
import type { Queryable } from '#server/database/database.ts'
import type { ParsedMail } from '#server/mail/parsing/parsedMail.ts'
import { cutText } from '#server/text/cutText.ts'
import { countRecent, type Described, type IncomingRow } from './incomingStore.ts'
import type { Target } from './target.ts'

/** More mails than this from one sender, within these minutes, are held. */
const flood = { mails: 10, minutes: 10 }

/** Whether this server sent the mail itself. */
export function isOwn({ from }: ParsedMail, config: Pick<Config, 'mailFrom'>, recipients: Recipients) {
  return from !== null && (from.address === config.mailFrom.toLowerCase() || recipients.has(from.address))
}

export function describe({ parsed, companyId }: { parsed: ParsedMail; companyId: string | null }): Described {
  const { from, messageId, subject, contentKey } = parsed
  return {
    companyId,
    messageId,
    address: from?.address ?? '',
    name: cutText(from?.name ?? '', limits.name),
    subject: cutText(subject, limits.summery),
    excerpt: cutText(expanded(parsed), limits.incoming.excerpt),
    contentKey: Buffer.from(contentKey, 'hex'),
  }
}

/** The text without its quotes and signatures. */
export function expanded({ text, collapsed }: Pick<ParsedMail, 'text' | 'collapsed'>) {
  const starts = [0, ...collapsed.map(([, to]) => to)]
  const ends = [...collapsed.map(([from]) => from), text.length]
  return starts
    .map((start, index) => text.slice(start, ends[index]))
    .join('')
    .trim()
}

/** Why a mail needs a person to decide, or undefined. */
export async function reasonToHold(
  db: Queryable,
  target: Target,
  { parsed, about, row }: { parsed: ParsedMail; about: Described; row: IncomingRow },
  settings: SenderSettings,
): Promise<HeldMailReason | undefined> {
  const { from } = parsed
  if (!from) return 'failed'
  if (verdictOn(parsed, settings)?.dmarc === 'fail') return 'forged'
  const contact = await findContactByEmail(db, target, from.address)
  if (contact?.blockedAt) return 'blocked'
  if ((await countRecent(db, about, row.receivedAt, flood.minutes)) >= flood.mails) return 'flood'
  if (target.enquiryId !== null) {
    if (!(await isInThread(db, target.companyId, target.enquiryId, contact?.id))) return 'stranger'
  } else if (!target.form?.isEnabled) return 'closed'
  return settings.unverifiedSenders === 'hold' && !isVerified(parsed, target, settings) ? 'forged' : undefined
}

type SenderSettings = Pick<Config, 'mailAuthHost' | 'unverifiedSenders'>

/**
 * Whether the mail came to a secret address, or DMARC has passed or, where the sender's domain has no policy,
 * SPF or DKIM has for the same domain (RFC 7489, 3.1).
 */
export function isVerified(parsed: ParsedMail, { hasToken }: Target, settings: SenderSettings) {
  const verdict = verdictOn(parsed, settings)
  if (settings.unverifiedSenders === 'accept' || hasToken || verdict?.dmarc === 'pass') return true
  const { address } = parsed.from!
  const sender = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  return verdict?.domains.some((each) => `.${sender}`.endsWith(`.${each}`) || each.endsWith(`.${sender}`)) === true
}

/**
 * The verdict of our own mail server on a sender. Anyone can write such a header; our server adds its own above
 * all others.
 */
function verdictOn({ authentications }: ParsedMail, { mailAuthHost }: SenderSettings) {
  return authentications.find(({ host }) => host === mailAuthHost?.toLowerCase())
}

/** Whether a contact began the thread, or was admitted to it. */
export async function isInThread(db: Queryable, companyId: string, enquiryId: string, contactId: string | undefined) {
  if (contactId === undefined) return false
  const [row] = await db`
    select 1 from participant_profile p
    where p.company_id = ${companyId} and p.shown_id = ${contactId} and p.id in (
      select created_by from enquiry where company_id = ${companyId} and id = ${enquiryId}
      union all
      select contact_id from customer_thread_guest where company_id = ${companyId} and enquiry_id = ${enquiryId})`
  return row !== undefined
}
