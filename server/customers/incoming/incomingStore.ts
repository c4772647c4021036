import type { HeldMailReason } from '#contract/customers/incoming.ts'
import type { Db, Queryable, Tx } from '#server/database/database.ts'
import { storedBytes } from '#server/mail/receiving/receivedMails.ts'

/** A received mail, as it is stored before anything reads it. */
export type IncomingRow = {
  id: string
  recipients: string[]
  sha256: string
  size: number
  receivedAt: Date
  state: 'received' | 'filed' | 'held' | 'dropped'
  heldFor: HeldMailReason | null
  reason: string | null
  attempts: number
  companyId: string | null
  enquiryId: string | null
}

const incomingColumns = (db: Queryable) => db`
  id, recipients, sha256, size, received_at, state, held_for, reason, attempts, company_id, enquiry_id`

/**
 * Takes the next mail that is due for this server alone, for `leaseSeconds`. After that, other servers assume that this one
 * died, and may take it. Takes none to `busy` recipients, and one to `served` recipients only if there is no other.
 */
export async function takeNextIncoming(db: Db, leaseSeconds: number, busy: string[], served: string[]) {
  const [row] = await db<IncomingRow[]>`
    update incoming_mail set attempts = attempts + 1,
      next_attempt_at = clock_timestamp() + make_interval(secs => ${leaseSeconds}::int)
    where id = (
      select id from incoming_mail where state = 'received' and next_attempt_at <= clock_timestamp()
        and not recipients && ${busy}::text[]
      order by recipients && ${served}::text[], next_attempt_at limit 1 for update skip locked)
    returning ${incomingColumns(db)}`
  return row
}

/** Loads a received mail and locks it until the transaction ends. */
export async function lockIncoming(tx: Tx, id: string) {
  const [row] = await tx<IncomingRow[]>`select ${incomingColumns(tx)} from incoming_mail where id = ${id} for update`
  return row
}

export async function findHeld(db: Db, companyId: string, id: string) {
  const [row] = await db<IncomingRow[]>`
    select ${incomingColumns(db)} from incoming_mail where company_id = ${companyId} and id = ${id} and state = 'held'`
  return row
}

/** Schedules another attempt after `pauseSeconds`. */
export async function retryLater(db: Db, id: string, pauseSeconds: number, reason: string) {
  await db`
    update incoming_mail set reason = ${reason},
      next_attempt_at = clock_timestamp() + make_interval(secs => ${pauseSeconds}::int)
    where id = ${id} and state = 'received'`
}

/** Schedules the attempt again after `pauseSeconds`, as if it had not been made. */
export async function giveBack(db: Db, id: string, pauseSeconds: number, reason: string) {
  await db`
    update incoming_mail set attempts = attempts - 1, reason = ${reason},
      next_attempt_at = clock_timestamp() + make_interval(secs => ${pauseSeconds}::int)
    where id = ${id} and state = 'received'`
}

/** The description of a mail, known once it has been read. */
export type Described = {
  companyId: string | null
  messageId: string | null
  address: string
  name: string
  subject: string
  excerpt: string
  contentKey: Buffer | null
}

export async function markFiled(tx: Tx, id: string, about: Described, message: { enquiryId: string; seq: number }) {
  await tx`
    update incoming_mail set ${tx({ ...about, ...message })}, state = 'filed', held_for = null, reason = null
    where id = ${id}`
}

export async function markHeld(
  tx: Tx,
  id: string,
  about: Described,
  { heldFor, reason, enquiryId }: { heldFor: HeldMailReason; reason: string | null; enquiryId: string | null },
) {
  await tx`
    update incoming_mail set ${tx({ ...about, heldFor, reason, enquiryId })}, state = 'held' where id = ${id}`
}

/** Reasons for which the server drops a mail. The check of a server counts by them. */
export const dropReasons = {
  own: 'own',
  bounce: 'bounce',
  answer: 'answer to a mail for a user',
  repeat: 'arrived twice',
}

type Dropped = { companyId: string | null; messageId: string | null; reason: string }

export async function markDropped(tx: Tx, id: string, { companyId, messageId, reason }: Dropped) {
  await tx`
    update incoming_mail set state = 'dropped', held_for = null, reason = ${reason}, company_id = ${companyId},
      message_id = coalesce(${messageId}, message_id)
    where id = ${id}`
}

/** Whether the company has this mail already. */
export async function isKnown(tx: Tx, { companyId, contentKey }: Described, id: string) {
  const [row] = await tx`
    select 1 from incoming_mail
    where company_id = ${companyId} and content_key = ${contentKey} and state <> 'dropped' and id <> ${id}`
  return row !== undefined
}

/** How many mails a sender has sent to a company in the minutes before a mail, which does not count. */
export async function countRecent(db: Queryable, { companyId, address }: Described, before: Date, minutes: number) {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from incoming_mail
    where company_id = ${companyId} and address = ${address} and state in ('filed', 'held')
      and received_at > ${before}::timestamptz - make_interval(mins => ${minutes}::int) and received_at <= ${before}`
  return row!.count
}

/** The held emails of a company, or of none, in bytes. */
export async function readHeldBytes(db: Queryable, companyId: string | null) {
  const ofHolder = companyId === null ? db`company_id is null` : db`company_id = ${companyId}`
  const [held] = await db<{ bytes: number }[]>`
    select coalesce(sum(${storedBytes(db)}), 0)::float8 as bytes from incoming_mail
    where ${ofHolder} and state = 'held'`
  return held!.bytes
}

type Thread = { companyId: string; enquiryId: string }

export type HeldRow = Pick<IncomingRow, 'id' | 'receivedAt' | 'sha256'> & {
  heldFor: HeldMailReason
  address: string
  name: string
  subject: string
  excerpt: string
  enquiry: { id: string; enquiryNo: number; summery: string } | null
}

/** The oldest mails that a company holds: those that answer an enquiry, or all. */
export async function listHeld(db: Db, companyId: string, enquiryId: string | undefined, limit: number) {
  const ofEnquiry = enquiryId === undefined ? db`` : db`and i.enquiry_id = ${enquiryId}`
  const held = db`from incoming_mail i where i.company_id = ${companyId} and i.state = 'held' ${ofEnquiry}`
  const [rows, [total]] = await Promise.all([
    db<HeldRow[]>`
      select i.id, i.received_at, i.sha256, i.held_for, i.address, i.name, i.subject, i.excerpt, (
          select jsonb_build_object('id', e.id, 'enquiryNo', e.enquiry_no, 'summery', e.summery) from enquiry e
          where e.company_id = i.company_id and e.id = i.enquiry_id) as enquiry
      ${held} order by i.received_at, i.id limit ${limit}`,
    db<{ count: number }[]>`select count(*)::int as count ${held}`,
  ])
  return { rows, total: total!.count }
}

/** Files the mails that an admitted sender's address has waiting for the same thread. */
export async function releaseStranger(tx: Tx, { companyId, enquiryId }: Thread, address: string) {
  await tx`
    update incoming_mail set state = 'received', held_for = null, attempts = 0, next_attempt_at = clock_timestamp()
    where company_id = ${companyId} and enquiry_id = ${enquiryId} and address = ${address} and state = 'held'
      and held_for = 'stranger'`
}
