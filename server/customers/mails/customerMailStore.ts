import type { LeftOut } from '#contract/chat.ts'
import type { Language } from '#contract/customers/languages.ts'
import { joinParticipant } from '#server/accounts/participants.ts'
import type { Queryable, Tx } from '#server/database/database.ts'
import { queueForEach } from '#server/mail/mailStore.ts'

type Thread = { companyId: string; enquiryId: string }
export type MailKey = { companyId: string; id: string }

export type MailState = 'waiting' | 'sending' | 'sent' | 'refused' | 'bounced' | 'dropped'

/** A mail to a customer, with everything that decides whether it is sent, and its address. */
export type CustomerMailRow = MailKey &
  Thread & {
    kind: 'receipt' | 'reply' | 'leftOut'
    state: MailState
    fromSeq: number
    toSeq: number | null
    /** Whether it was queued to ask for a rating, and whether the customer can still be asked. */
    asksRating: boolean
    canAsk: boolean
    isRated: boolean
    seenSeq: number
    isStopped: boolean
    enquiryNo: number
    summery: string
    enquiryType: string
    contactId: string
    email: string
    language: Language
    companyName: string
  }

/** A mail with its enquiry and contact. The enquiry and the mail are locked, in the order in which a closing locks them. */
export async function lockMail(tx: Tx, id: string) {
  const thread = await findMailThread(tx, id)
  if (!thread) return undefined
  const { companyId, enquiryId } = thread
  await tx`select 1 from enquiry where company_id = ${companyId} and id = ${enquiryId} for no key update`
  const [row] = await tx<CustomerMailRow[]>`
    select m.company_id, m.id, m.enquiry_id, m.kind, m.state, m.from_seq, m.to_seq, m.asks_rating,
      e.status = 'closed' and c.blocked_at is null as can_ask, e.rating is not null as is_rated, t.seen_seq,
      t.mails_stopped_at is not null as is_stopped, e.enquiry_no, e.summery, e.enquiry_type, c.id as contact_id,
      c.email, c.language, o.name as company_name
    from customer_mail m
    join customer_thread t on t.company_id = m.company_id and t.enquiry_id = m.enquiry_id
    join enquiry e on e.company_id = m.company_id and e.id = m.enquiry_id
    ${joinParticipant(tx, tx`e.company_id`, tx`e.created_by`)}
    join contact c on c.company_id = e.company_id and c.id = p.shown_id
    join company o on o.id = m.company_id
    where m.company_id = ${companyId} and m.id = ${id} for update of m`
  return row
}

/** The thread of a mail to a customer, which its entry in the outbox and its bounce do not name. */
export async function findMailThread(db: Queryable, id: string) {
  const [thread] = await db<Thread[]>`select company_id, enquiry_id from customer_mail where id = ${id}`
  return thread
}

/** Whether the customer of an enquiry is mailed about a message: it is a reply, and the address is confirmed. */
export async function isMailed(tx: Tx, { companyId, enquiryId }: Thread, seq: number) {
  const [row] = await tx`
    select 1 from customer_thread t
    join message m on m.company_id = t.company_id and m.enquiry_id = t.enquiry_id and m.seq = ${seq} and m.side = 'host'
    where t.company_id = ${companyId} and t.enquiry_id = ${enquiryId} and t.confirmed_at is not null
      and t.mails_stopped_at is null`
  return row !== undefined
}

/** The mail to which a reply can be added, locked, and when it was begun. */
export async function lockWaitingMail(tx: Tx, { companyId, enquiryId }: Thread) {
  const [mail] = await tx<{ id: string; createdAt: Date }[]>`
    select id, created_at from customer_mail
    where company_id = ${companyId} and enquiry_id = ${enquiryId} and kind = 'reply' and state = 'waiting' for update`
  return mail
}

export async function insertMail(tx: Tx, mail: MailKey & Thread & Pick<CustomerMailRow, 'kind' | 'fromSeq' | 'toSeq'>) {
  await tx`insert into customer_mail ${tx(mail)}`
}

/** Adds the question for a rating to the mails that wait for further replies, and returns the enquiries of these mails. */
export async function addQuestions(tx: Tx, companyId: string, enquiryIds: string[]) {
  const rows = await tx<{ enquiryId: string }[]>`
    update customer_mail set asks_rating = true
    where company_id = ${companyId} and enquiry_id = any(${enquiryIds}::uuid[]) and kind = 'reply' and state = 'waiting'
    returning enquiry_id`
  return rows.map(({ enquiryId }) => enquiryId)
}

/** Begins mails that ask for a rating. Replies are added to them while they wait. */
export async function beginQuestions(
  tx: Tx,
  companyId: string,
  enquiryIds: string[],
  queued: Parameters<typeof queueForEach>[2],
) {
  const addressed = tx`(
    select p.email as recipient, begun.id as about_id from begun
    join enquiry e on e.company_id = begun.company_id and e.id = begun.enquiry_id
    ${joinParticipant(tx, tx`e.company_id`, tx`e.created_by`)}) addressed`
  await tx`
    with begun as (
      insert into customer_mail (company_id, id, enquiry_id, kind, from_seq, asks_rating)
      select company_id, gen_random_uuid(), id, 'reply', last_message_seq + 1, true from enquiry
      where company_id = ${companyId} and id = any(${enquiryIds}::uuid[])
      returning company_id, id, enquiry_id
    ) ${queueForEach(tx, addressed, queued)}`
}

/** The address to which the mails about an enquiry go. */
export async function findAddress(db: Queryable, { companyId, enquiryId }: Thread) {
  const [row] = await db<{ email: string }[]>`
    select p.email from enquiry e
    ${joinParticipant(db, db`e.company_id`, db`e.created_by`)}
    where e.company_id = ${companyId} and e.id = ${enquiryId}`
  return row!.email
}

/** How many mails that the server writes by itself an address has got within a day. */
export async function countReceipts(tx: Tx, email: string) {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from contact c
    join enquiry e on e.company_id = c.company_id and e.created_by = c.id
    join customer_mail m on m.company_id = e.company_id and m.enquiry_id = e.id
    where c.email = ${email} and m.kind in ('receipt', 'leftOut') and m.created_at > now() - interval '1 day'`
  return row!.count
}

/** Fixes the replies that a mail contains. Later ones get a mail of their own. */
export async function markSending(tx: Tx, { companyId, id }: MailKey, toSeq: number) {
  await tx`
    update customer_mail set state = 'sending', to_seq = ${toSeq} where company_id = ${companyId} and id = ${id}`
}

/** With the state 'refused', `reason` is a sentence for the people who wrote the replies. */
export async function endMail(
  db: Queryable,
  { companyId, id }: MailKey,
  state: 'sent' | 'refused' | 'dropped',
  reason: string | null = null,
) {
  await db`
    update customer_mail set state = ${state}, ended_at = now(), reason = ${reason}
    where company_id = ${companyId} and id = ${id} and state in ('waiting', 'sending')`
}

/** Returns false if the mail has not been sent, or was marked already. */
export async function markBounced(tx: Tx, { companyId, id }: MailKey, reason: string) {
  const { count } = await tx`
    update customer_mail set state = 'bounced', ended_at = now(), reason = ${reason}
    where company_id = ${companyId} and id = ${id} and state in ('sending', 'sent')`
  return count > 0
}

export type MailedMessage = { seq: number; side: 'customer' | 'host'; message: string; fileCount: number; name: string }

/** The most messages that one mail contains. The page of the enquiry has the others. */
const messagesInMail = 20

/** The replies from `fromSeq` to `toSeq`, or to the newest one, and the customer's last message before them. */
export async function listMailed(db: Queryable, mail: CustomerMailRow) {
  const { companyId, enquiryId, fromSeq, toSeq } = mail
  const columns = db`m.seq, m.side, m.message, m.file_count, p.name`
  const thread = db`
    from message m ${joinParticipant(db, db`m.company_id`, db`m.sender_id`)}
    where m.company_id = ${companyId} and m.enquiry_id = ${enquiryId}`
  const replies = await db<MailedMessage[]>`
    select ${columns} ${thread} and m.side = 'host' and m.seq >= ${fromSeq}
      ${toSeq === null ? db`` : db`and m.seq <= ${toSeq}`}
    order by m.seq desc limit ${db.unsafe(String(messagesInMail))}`
  const [asked] = await db<MailedMessage[]>`
    select ${columns} ${thread} and m.side = 'customer' and m.seq < ${fromSeq} order by m.seq desc limit 1`
  return { replies: replies.toReversed(), asked }
}

/** The newest mails of a thread before this one, oldest first: the id of each that was sent, the Message-ID of the others. */
export async function listEarlierIds(db: Queryable, { companyId, enquiryId, id }: MailKey & Thread, limit: number) {
  const rows = await db<{ sent: string | null; received: string | null }[]>`
    select id as sent, null as received, created_at as at from customer_mail
    where company_id = ${companyId} and enquiry_id = ${enquiryId} and id <> ${id} and state in ('sent', 'sending', 'bounced')
    union all
    select null, message_id, received_at from incoming_mail
    where company_id = ${companyId} and enquiry_id = ${enquiryId} and state = 'filed' and message_id is not null
    order by at desc limit ${limit}`
  return rows.toReversed()
}

/** The parts that are not in the message for which a mail was sent. */
export async function listLeftOut(db: Queryable, { companyId, enquiryId, fromSeq }: CustomerMailRow) {
  const [row] = await db<{ leftOut: LeftOut[] }[]>`
    select left_out from message_email
    where company_id = ${companyId} and enquiry_id = ${enquiryId} and seq = ${fromSeq}`
  return row?.leftOut ?? []
}

/** Notes that mails to a contact come back or, with null, that they arrive. */
export async function setUndeliverable(db: Queryable, companyId: string, contactId: string, since: Date | null) {
  await db`
    update contact set undeliverable_at = ${since}
    where company_id = ${companyId} and id = ${contactId} and (undeliverable_at is null) <> ${since === null}::boolean`
}

/** Ends the mails about an enquiry. */
export async function stopMails(tx: Tx, { companyId, enquiryId }: Thread) {
  await tx`
    update customer_thread set mails_stopped_at = coalesce(mails_stopped_at, now())
    where company_id = ${companyId} and enquiry_id = ${enquiryId}`
}

/** A mail of replies that did not arrive. */
export type UndeliveredRow = { id: string; enquiryId: string; fromSeq: number; toSeq: number; reason: string }

/** The mails of a thread that did not arrive, and have neither been sent again nor been read on the page. */
export async function listUndelivered(db: Queryable, { companyId, enquiryId }: Thread) {
  return db<UndeliveredRow[]>`
    ${selectUndelivered(db)} and m.company_id = ${companyId} and m.enquiry_id = ${enquiryId} order by m.from_seq`
}

export async function findUndelivered(tx: Tx, { companyId, id }: MailKey) {
  const [row] = await tx<UndeliveredRow[]>`
    ${selectUndelivered(tx)} and m.company_id = ${companyId} and m.id = ${id} for update of m`
  return row
}

const selectUndelivered = (db: Queryable) => db`
  select m.id, m.enquiry_id, m.from_seq, m.to_seq, coalesce(m.reason, 'The email came back') as reason
  from customer_mail m
  join customer_thread t on t.company_id = m.company_id and t.enquiry_id = m.enquiry_id
  where m.kind = 'reply' and m.state in ('refused', 'bounced') and m.to_seq > t.seen_seq and not exists (
    select 1 from customer_mail later
    where later.company_id = m.company_id and later.enquiry_id = m.enquiry_id and later.kind = 'reply'
      and later.state <> 'dropped' and later.created_at > m.created_at and later.from_seq <= m.from_seq)`

/** Adds the replies from `fromSeq` on to the mail that waits. */
export async function startEarlier(tx: Tx, { companyId, enquiryId }: Thread, fromSeq: number) {
  await tx`
    update customer_mail set from_seq = least(from_seq, ${fromSeq}::int)
    where company_id = ${companyId} and enquiry_id = ${enquiryId} and kind = 'reply' and state = 'waiting'`
}
