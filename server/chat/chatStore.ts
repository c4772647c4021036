import type { Message, ReadThread, Side } from '#contract/chat.ts'
import type { EnquiryStatus } from '#contract/enquiries.ts'
import { joinParticipant, participantOf, type ParticipantRow, toParticipant } from '#server/accounts/participants.ts'
import type { Queryable, Tx } from '#server/database/database.ts'
import type { FileUrls } from '#server/documents/fileUrls.ts'
import { type SentFileRow, toMessageFile } from '#server/documents/sentFiles.ts'
import { countMessage, type EnquiryRow } from '#server/enquiries/enquiryStore.ts'
import { wordsOf } from '#server/enquiries/search/wordStore.ts'
import type { Actor, Author, InCompany } from '#server/http/actor.ts'
import { notFound } from '#server/http/errors.ts'
import { joinEmail, type MessageEmailRow, toMessageEmail } from './messageEmails.ts'

export type MessageRow = {
  id: string
  clientId: string
  enquiryId: string
  seq: number
  side: Side
  senderId: string
  sender: ParticipantRow
  message: string
  createdAt: Date
  files: SentFileRow[]
  email: MessageEmailRow | null
}

export function toMessage(row: MessageRow, actor: Actor, urls: FileUrls): Message {
  return {
    _id: row.id,
    clientId: row.senderId === actor.userId ? row.clientId : undefined,
    enquiry: row.enquiryId,
    seq: row.seq,
    side: row.side,
    sender: toParticipant(row.sender, urls),
    createdAt: row.createdAt.toISOString(),
    message: row.message,
    files: row.files.map((file) => toMessageFile(file, urls)),
    email: row.email ? toMessageEmail(row.email, actor, urls) : undefined,
  }
}

const selectMessages = (db: Queryable) => db`
  select m.id, m.client_id, m.enquiry_id, m.seq, m.side, m.sender_id, m.message, m.created_at,
    ${participantOf(db)} as sender, coalesce(f.files, '[]') as files, mail.email
  from message m ${joinParticipant(db, db`m.company_id`, db`m.sender_id`)}
  left join lateral (
    select jsonb_agg(${fileOf(db)} order by f.position) as files from message_file f
    where f.company_id = m.company_id and f.enquiry_id = m.enquiry_id and f.seq = m.seq and m.file_count > 0
  ) f on true
  ${joinEmail(db)}`

/** A SentFileRow, from the alias `f`. */
export function fileOf(db: Queryable) {
  return db`
    jsonb_build_object('id', f.id, 'name', f.name, 'type', f.type, 'size', f.size, 'width', f.width, 'height', f.height,
      'sha256', f.sha256)`
}

/** The number and status of an enquiry, and the length of its thread; undefined if the actor's company has no such enquiry. */
export async function findThread(db: Queryable, { companyId }: InCompany, enquiryId: string) {
  const [row] = await db<{ enquiryNo: number; lastMessageSeq: number; status: EnquiryStatus }[]>`
    select enquiry_no, last_message_seq, status from enquiry where company_id = ${companyId} and id = ${enquiryId}`
  return row
}

/** The same, but throws 404 instead of returning undefined. */
export async function requireThread(db: Queryable, actor: InCompany, enquiryId: string) {
  const thread = await findThread(db, actor, enquiryId)
  if (!thread) throw notFound('Enquiry')
  return thread
}

/** A page of a thread, oldest first: the newest messages, or those next to `after` or `before`. */
export async function listMessages(
  db: Queryable,
  { companyId }: InCompany,
  { enquiryId, after, before, limit }: ReadThread,
) {
  const isForwards = after !== undefined
  const rows = await db<MessageRow[]>`
    ${selectMessages(db)}
    where m.company_id = ${companyId} and m.enquiry_id = ${enquiryId}
      ${after === undefined ? db`` : db`and m.seq > ${after}`}
      ${before === undefined ? db`` : db`and m.seq < ${before}`}
    order by m.seq ${isForwards ? db`asc` : db`desc`}
    limit ${limit}`
  return isForwards ? [...rows] : rows.toReversed()
}

/** The number of the message that the author has already sent to this thread with this client id. */
export async function findSentSeq(db: Queryable, { companyId, userId }: Author, enquiryId: string, clientId: string) {
  const [row] = await db<{ seq: number }[]>`
    select seq from message
    where company_id = ${companyId} and enquiry_id = ${enquiryId} and sender_id = ${userId} and client_id = ${clientId}`
  return row?.seq
}

export async function findMessage(tx: Tx, { companyId }: InCompany, enquiryId: string, seq: number) {
  const [row] = await tx<MessageRow[]>`
    ${selectMessages(tx)} where m.company_id = ${companyId} and m.enquiry_id = ${enquiryId} and m.seq = ${seq}`
  return row!
}

/**
 * Appends a message, without its files and its email, to its locked enquiry, with its words. An automatic one does not change who
 * has to answer.
 */
export function appendMessage(tx: Tx, enquiry: EnquiryRow, row: MessageRow, isAutomatic: boolean) {
  const { companyId, enquiryNo } = enquiry
  const { id, clientId, enquiryId, seq, side, senderId, message, createdAt, files } = row
  const columns = {
    companyId,
    enquiryId,
    seq,
    id,
    clientId,
    side,
    senderId,
    message,
    createdAt,
    fileCount: files.length,
  }
  tx.send(tx`
    with counted as (${countMessage(tx, enquiry, seq, isAutomatic ? null : side)}),
      indexed as (${wordsOf(tx, companyId, enquiryNo, seq, message)})
    insert into message ${tx(columns)}`)
}
