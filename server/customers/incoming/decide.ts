import type { HeldMailReason } from '#contract/customers/incoming.ts'
import { limits } from '#contract/limits.ts'
import type { Config } from '#server/config.ts'
import { findContactByEmail, listContacts } from '#server/customers/contacts/contactStore.ts'
import type { Queryable } from '#server/database/database.ts'
import type { InCompany } from '#server/http/actor.ts'
import type { ParsedMail } from '#server/mail/parsing/parsedMail.ts'
import { cutText } from '#server/text/cutText.ts'
import { countRecent, type Described, type IncomingRow } from './incomingStore.ts'
import type { ReceivedMail } from './readMail.ts'
import type { Target } from './target.ts'
import { areOfOneOrganisation } from './writer/organisation.ts'

/** More mails than this from one sender, within these minutes, are held. */
const flood = { mails: 10, minutes: 10 }

export function describe({ parsed, companyId }: { parsed: ReceivedMail; companyId: string | null }): Described {
  const { writer, from, isNamed, messageId, subject, contentKey } = parsed
  // Where `From` names somebody, the verdict is about that address, and so are the limits.
  const shown = isNamed ? from : (writer ?? from)
  return {
    companyId,
    messageId,
    address: shown?.address ?? '',
    name: cutText(shown?.name ?? '', limits.name),
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
  { parsed, about, row }: { parsed: ReceivedMail; about: Described; row: IncomingRow },
  settings: SenderSettings,
): Promise<HeldMailReason | undefined> {
  if (verdictOn(parsed, settings)?.dmarc === 'fail') return 'forged'
  const writers = await findContacts(db, target, parsed)
  if (writers.some(({ blockedAt }) => blockedAt !== null)) return 'blocked'
  if ((await countRecent(db, about, row.receivedAt, flood.minutes)) >= flood.mails) return 'flood'
  if (target.enquiryId !== null) {
    const thread = { companyId: target.companyId, enquiryId: target.enquiryId }
    if (!(await findInThread(db, thread, parsed))) return 'stranger'
  } else if (!target.form?.isEnabled) return 'closed'
  return settings.unverifiedSenders === 'hold' && !(await isVerified(parsed, target, settings)) ? 'forged' : undefined
}

type SenderSettings = Pick<Config, 'mailAuthHost' | 'unverifiedSenders'>

/**
 * Whether the mail came to a secret address, or DMARC has passed or, where the sender's domain has no policy,
 * SPF or DKIM has for the same domain (RFC 7489, 3.1).
 */
export async function isVerified(parsed: ReceivedMail, { hasToken }: Target, settings: SenderSettings) {
  if (settings.unverifiedSenders === 'accept' || hasToken) return true
  // Nothing proves the other headers.
  if (!parsed.isNamed) return false
  const verdict = verdictOn(parsed, settings)
  if (verdict?.dmarc === 'pass') return true
  for (const domain of verdict?.domains ?? []) {
    if (await areOfOneOrganisation(domain, parsed.from!.address)) return true
  }
  return false
}

/**
 * The verdict of our own mail server on a sender. Anyone can write such a header; our server adds its own above
 * all others.
 */
function verdictOn({ authentications }: ParsedMail, { mailAuthHost }: SenderSettings) {
  return authentications.find(({ host }) => host === mailAuthHost?.toLowerCase())
}

type Thread = { companyId: string; enquiryId: string }

/**
 * Finds the contact of a thread that wrote a mail. Nothing proves `Reply-To`, so `From` decides. A help desk may name
 * another address for answers in each mail: it is known by its earlier mails.
 */
export async function findInThread(db: Queryable, thread: Thread, mail: ReceivedMail) {
  const { writer, from, sentFrom, isNamed, isList } = mail
  const own = await findContactByEmail(db, thread, (isNamed ? from : writer)?.address ?? '')
  const before = isNamed && sentFrom && !isList ? await findEarlier(db, thread, mail) : undefined
  for (const contact of [own, before]) {
    if (contact && (await isInThread(db, thread.companyId, thread.enquiryId, contact.id))) return contact
  }
  return undefined
}

/** The contact of an earlier mail from the same address, if answers go to its own organisation or where they went then. */
async function findEarlier(db: Queryable, thread: Thread, { writer, sentFrom }: ReceivedMail) {
  const { companyId, enquiryId } = thread
  const isOfSender = await areOfOneOrganisation(writer!.address, sentFrom!)
  const [earlier] = await db<{ id: string }[]>`
    select p.shown_id as id from message_email w
    join message m on m.company_id = w.company_id and m.enquiry_id = w.enquiry_id and m.seq = w.seq
    join participant_profile p on p.company_id = m.company_id and p.id = m.sender_id
    where w.company_id = ${companyId} and w.enquiry_id = ${enquiryId} and w.sent_from = ${sentFrom}
      and (${isOfSender}::boolean or w.address = ${writer!.address}) order by w.seq desc limit 1`
  const [contact] = earlier ? await listContacts(db, thread, [earlier.id]) : []
  return contact
}

/** Whether answers go to somebody else than the organisation from which a mail came. */
export async function isForOthers({ writer, sentFrom }: ReceivedMail) {
  return sentFrom !== null && !(await areOfOneOrganisation(sentFrom, writer!.address))
}

/** The contacts with the addresses of a mail: in `From`, and for answers. */
async function findContacts(db: Queryable, inCompany: InCompany, { sentFrom, writer }: ReceivedMail) {
  const addresses = [sentFrom, writer?.address].filter((address) => typeof address === 'string')
  const contacts = await Promise.all(addresses.map((address) => findContactByEmail(db, inCompany, address)))
  return contacts.filter((contact) => contact !== undefined)
}

/** Whether a contact began the thread, or was admitted to it. */
async function isInThread(db: Queryable, companyId: string, enquiryId: string, contactId: string) {
  const [row] = await db`
    select 1 from participant_profile p
    where p.company_id = ${companyId} and p.shown_id = ${contactId} and p.id in (
      select created_by from enquiry where company_id = ${companyId} and id = ${enquiryId}
      union all
      select contact_id from customer_thread_guest where company_id = ${companyId} and enquiry_id = ${enquiryId})`
  return row !== undefined
}
