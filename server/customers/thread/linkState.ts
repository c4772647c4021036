import type { CustomerLinkState } from '#contract/customers/thread.ts'
import { record } from '#server/accounts/history.ts'
import type { LinkSecrets } from '#server/accounts/secretTokens.ts'
import { type ContactRow, findContact } from '#server/customers/contacts/contactStore.ts'
import { addLink, findLink, findNewestToken } from '#server/customers/links/customerLinks.ts'
import type { Queryable, Tx } from '#server/database/database.ts'
import { announce } from '#server/events/eventStore.ts'
import type { Actor } from '#server/http/actor.ts'
import { conflict, notFound } from '#server/http/errors.ts'
import { type MailServices, queueNewLink, requireFewLinks } from './newLink.ts'

type ThreadRow = { confirmedAt: Date | null; seenSeq: number; linkedAt: Date | null }

/**
 * The newest link to the customer's page, without its address: whoever has that can write as the customer.
 * Throws 404 for an enquiry of another company, and for one of a user.
 */
export async function readLinkState(
  db: Queryable,
  secrets: LinkSecrets,
  { companyId }: Actor,
  enquiryId: string,
): Promise<CustomerLinkState> {
  const [thread] = await db<ThreadRow[]>`
    select confirmed_at, seen_seq, (
        select max(created_at) from customer_link l
        where l.company_id = t.company_id and l.enquiry_id = t.enquiry_id and l.revoked_at is null) as linked_at
    from customer_thread t where company_id = ${companyId} and enquiry_id = ${enquiryId}`
  if (!thread) throw notFound('Customer’s page')
  const token = await findNewestToken(db, secrets, { companyId, enquiryId })
  const isUsable = token !== undefined && (await findLink(db, token))?.isExpired === false
  return {
    isUsable,
    url: null,
    createdAt: thread.linkedAt?.toISOString() ?? null,
    isConfirmed: thread.confirmedAt !== null,
    seenSeq: thread.seenSeq,
  }
}

/**
 * Replaces all links to the customer's page with a new one, and returns its id. The customer gets it by mail.
 * Without mail, the actor has to pass it on, and the history says so. Throws 404 as `readLinkState` does, and
 * the errors of `requireMayMail`.
 */
export async function replaceLinks(tx: Tx, services: MailServices, actor: Actor, enquiryId: string) {
  const thread = { companyId: actor.companyId, enquiryId }
  const { contactId, isConfirmed } = await lockCustomerThread(tx, thread)
  const contact = (await findContact(tx, thread, contactId))!
  const isMailed = services.mailer.isOn
  if (isMailed) await requireMayMail(tx, contact, isConfirmed)
  await revokeAll(tx, actor, enquiryId)
  const { id, token } = await addLink(tx, services.linkSecrets, thread)
  if (isMailed) await queueNewLink(tx, services, contact, token)
  record(tx, actor, { subject: 'enquiry', subjectId: enquiryId }, isMailed ? 'link made' : 'link shown')
  announce(tx, actor, { subject: 'enquiry', id: enquiryId })
  return id
}

/** Otherwise a company could have mails sent to people who have never written to it. Throws 409 and 429. */
async function requireMayMail(tx: Tx, contact: ContactRow, isConfirmed: boolean) {
  if (contact.blockedAt) throw conflict('This customer is blocked, and gets no email')
  if (!isConfirmed) throw conflict('This customer has not confirmed the email address, so no link can be mailed')
  await requireFewLinks(
    tx,
    contact,
    'This customer was mailed a link a short time ago. Ask them to look in their spam folder',
  )
}

/** Ends all links to the customer's page. Throws 404 as `readLinkState` does. */
export async function revokeLinks(tx: Tx, actor: Actor, enquiryId: string) {
  await lockCustomerThread(tx, { companyId: actor.companyId, enquiryId })
  if ((await revokeAll(tx, actor, enquiryId)) === 0) return
  record(tx, actor, { subject: 'enquiry', subjectId: enquiryId }, 'link revoked')
  announce(tx, actor, { subject: 'enquiry', id: enquiryId })
}

/** Returns the contact who raised the enquiry, and whether their address is confirmed. */
async function lockCustomerThread(tx: Tx, { companyId, enquiryId }: { companyId: string; enquiryId: string }) {
  const [thread] = await tx<{ contactId: string; isConfirmed: boolean }[]>`
    select e.created_by as contact_id, t.confirmed_at is not null as is_confirmed from customer_thread t
    join enquiry e on e.company_id = t.company_id and e.id = t.enquiry_id
    where t.company_id = ${companyId} and t.enquiry_id = ${enquiryId} for update of t`
  if (!thread) throw notFound('Customer’s page')
  return thread
}

async function revokeAll(tx: Tx, { companyId }: Actor, enquiryId: string) {
  const { count } = await tx`
    update customer_link set revoked_at = now()
    where company_id = ${companyId} and enquiry_id = ${enquiryId} and revoked_at is null`
  return count
}
