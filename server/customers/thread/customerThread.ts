import type { Side } from '#contract/chat.ts'
import type { Language } from '#contract/customers/languages.ts'
import type { CustomerMessage, CustomerStatus, CustomerThread } from '#contract/customers/thread.ts'
import { type EnquiryStatus, toEnquiryId } from '#contract/enquiries.ts'
import { limits } from '#contract/limits.ts'
import { joinParticipant } from '#server/accounts/participants.ts'
import type { LinkSecrets } from '#server/accounts/secretTokens.ts'
import { joinEmail, type MessageEmailRow } from '#server/chat/messageEmails.ts'
import { joinContact } from '#server/customers/satisfaction/question.ts'
import {
  satisfactionColumns,
  type SatisfactionRow,
  toSatisfaction,
} from '#server/customers/satisfaction/satisfaction.ts'
import type { Db, Queryable } from '#server/database/database.ts'
import { type DocumentRow, toEnquiryDocument } from '#server/documents/documents.ts'
import type { FileUrls } from '#server/documents/fileUrls.ts'
import { type SentFileRow, toMessageFile } from '#server/documents/sentFiles.ts'
import { notFound } from '#server/http/errors.ts'

/**
 * The state in the customer's words, by the status of the enquiry and by who wrote last. An enquiry on hold waits for the
 * customer only if the company has written last.
 */
const states: Record<EnquiryStatus, { afterReply: CustomerStatus; otherwise: CustomerStatus }> = {
  open: { afterReply: 'answered', otherwise: 'received' },
  'in-progress': { afterReply: 'answered', otherwise: 'inProgress' },
  inReview: { afterReply: 'answered', otherwise: 'inProgress' },
  onHold: { afterReply: 'waiting', otherwise: 'inProgress' },
  closed: { afterReply: 'closed', otherwise: 'closed' },
}

export function statusFor(status: EnquiryStatus, lastSide: Side | null): CustomerStatus {
  return states[status][lastSide === 'host' ? 'afterReply' : 'otherwise']
}

type Thread = { companyId: string; enquiryId: string }

export interface ReadServices {
  db: Db
  urls: FileUrls
  linkSecrets: LinkSecrets
}

/**
 * The customer's page of an enquiry, with its newest messages or those before a `seq`. Every column is listed here, so that
 * nothing else of the company can get into it. Throws 404 for an enquiry of a user.
 */
export async function readCustomerThread(
  { db, urls, linkSecrets }: ReadServices,
  thread: Thread,
  before?: number,
): Promise<CustomerThread> {
  const [question, rows] = await Promise.all([findQuestion(db, thread), listCustomerMessages(db, thread, before)])
  if (!question) throw notFound('Customer’s page')
  const { enquiryNo, enquiryType, summery, description, status, lastSide, isBlocked, companyName, logo } = question
  return {
    enquiryType,
    summery,
    description,
    name: question.name,
    language: question.language,
    key: linkSecrets.fingerprintOf(`thread ${thread.enquiryId}`).toString('base64url'),
    enquiryId: toEnquiryId(enquiryNo),
    status: statusFor(status, lastSide),
    canReopen: status === 'closed' && !isBlocked,
    canReply: !isBlocked,
    createdAt: question.createdAt.toISOString(),
    documents: question.documents.map((document) => toEnquiryDocument(document, urls)),
    company: { companyName, logo: urls.picture(logo) },
    satisfaction: toSatisfaction(question),
    messages: rows.map((row) => toCustomerMessage(row, urls)),
    hasEarlier: (rows[0]?.seq ?? 1) > 1,
  }
}

type QuestionRow = SatisfactionRow & {
  enquiryNo: number
  enquiryType: string
  summery: string
  description: string
  createdAt: Date
  lastSide: Side | null
  name: string
  language: Language
  companyName: string
  logo: string | null
  documents: DocumentRow[]
}

async function findQuestion(db: Queryable, { companyId, enquiryId }: Thread) {
  const [row] = await db<QuestionRow[]>`
    select e.enquiry_no, e.enquiry_type, e.summery, e.description, e.created_at,
      case when e.last_message_seq > 0 then case when e.awaits_answer then 'customer' else 'host' end end as last_side,
      c.name, c.language, ${satisfactionColumns(db)}, o.name as company_name, o.logo_sha256 as logo, coalesce((
        select jsonb_agg(jsonb_build_object('id', d.id, 'name', d.name, 'type', d.type, 'size', d.size,
          'width', d.width, 'height', d.height, 'sha256', d.sha256) order by d.position)
        from document d where d.company_id = e.company_id and d.enquiry_id = e.id), '[]') as documents
    from enquiry e
    join customer_thread t on t.company_id = e.company_id and t.enquiry_id = e.id
    ${joinContact(db)}
    join company o on o.id = e.company_id
    where e.company_id = ${companyId} and e.id = ${enquiryId}`
  return row
}

type MessageRow = {
  seq: number
  clientId: string
  side: Side
  isOwn: boolean
  name: string
  createdAt: Date
  message: string
  files: SentFileRow[]
  email: MessageEmailRow | null
}

async function listCustomerMessages(db: Queryable, thread: Thread, before: number | undefined) {
  const rows = await db<MessageRow[]>`
    ${selectMessages(db, thread)} ${before === undefined ? db`` : db`and m.seq < ${before}`}
    order by m.seq desc limit ${limits.thread.size}`
  return rows.toReversed()
}

/** One message as the customer sees it. */
export async function findCustomerMessage(db: Queryable, urls: FileUrls, thread: Thread, seq: number) {
  const [row] = await db<MessageRow[]>`${selectMessages(db, thread)} and m.seq = ${seq}`
  return toCustomerMessage(row!, urls)
}

function selectMessages(db: Queryable, { companyId, enquiryId }: Thread) {
  return db`
    select m.seq, m.client_id, m.side, p.shown_id = r.shown_id as is_own, p.name, m.created_at, m.message,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'type', f.type, 'size', f.size,
          'width', f.width, 'height', f.height, 'sha256', f.sha256) order by f.position)
        from message_file f
        where f.company_id = m.company_id and f.enquiry_id = m.enquiry_id and f.seq = m.seq and m.file_count > 0
      ), '[]') as files, mail.email
    from message m
    join enquiry e on e.company_id = m.company_id and e.id = m.enquiry_id
    ${joinParticipant(db, db`m.company_id`, db`m.sender_id`)}
    join participant_profile r on r.company_id = e.company_id and r.id = e.created_by
    ${joinEmail(db)}
    where m.company_id = ${companyId} and m.enquiry_id = ${enquiryId}`
}

function toCustomerMessage({ clientId, createdAt, files, email, ...row }: MessageRow, urls: FileUrls): CustomerMessage {
  return {
    ...row,
    email: email ? { isAutomatic: email.isAutomatic, collapsed: email.collapsed, leftOut: email.leftOut } : undefined,
    clientId: row.isOwn ? clientId : undefined,
    createdAt: createdAt.toISOString(),
    files: files.map((file) => toMessageFile(file, urls)),
  }
}

/** Changes when the customer's page has something new to show; undefined if there is no such page. */
export async function readMark(db: Db, { companyId, enquiryId }: Thread) {
  const [row] = await db<{ mark: string }[]>`
    select concat_ws(' ', e.last_message_seq, e.status, e.rating, md5(t.rating_comment)) as mark from enquiry e
    left join customer_thread t on t.company_id = e.company_id and t.enquiry_id = e.id
    where e.company_id = ${companyId} and e.id = ${enquiryId}`
  return row?.mark
}
