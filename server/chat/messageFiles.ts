import type { ReadThreadFiles } from '#contract/chat.ts'
import { limits } from '#contract/limits.ts'
import { joinParticipant } from '#server/accounts/participants.ts'
import type { Db, Tx } from '#server/database/database.ts'
import { noteFilesUsed } from '#server/documents/files.ts'
import { requireRoom } from '#server/documents/quota.ts'
import type { SentFile, SentFileRow } from '#server/documents/sentFiles.ts'
import type { Files } from '#server/documents/storeUploads.ts'
import type { Actor, Author, InCompany } from '#server/http/actor.ts'
import { fileOf, findSentSeq, type MessageRow, requireThread } from './chatStore.ts'

/** Files for a message, and the number of bytes that the company may store. */
export type NewFiles<File = SentFile> = { files: File[]; quota: number }
type NewMessage = { enquiryId: string; clientId: string | undefined; quota: number }

/** Stores the files of a message, unless it was sent before. Throws 413 if the company has no room for them. */
export async function keepFiles(
  db: Db,
  author: Author,
  { enquiryId, clientId, quota }: NewMessage,
  { files, keep }: Files<SentFile>,
) {
  if (files.length === 0) return
  if (clientId !== undefined && (await findSentSeq(db, author, enquiryId, clientId)) !== undefined) return
  await requireRoom(db, author, quota, 'files', files)
  await keep()
}

/** Throws 413 if the files exceed the company's quota. */
export async function insertFiles(
  tx: Tx,
  author: InCompany,
  { enquiryId, seq }: Pick<MessageRow, 'enquiryId' | 'seq'>,
  { files, quota }: NewFiles<SentFile & { id: string }>,
) {
  if (files.length === 0) return
  const { companyId } = author
  noteFilesUsed(tx, companyId, files)
  const rows = files.map((file, position) => ({ ...file, companyId, enquiryId, seq, position }))
  tx.send(tx`insert into message_file ${tx(rows)}`)
  await requireRoom(tx, author, quota, 'files')
}

/** Whether a stored message was sent with these files. */
export async function hasFiles(tx: Tx, { companyId }: InCompany, { enquiryId, seq }: MessageRow, files: SentFile[]) {
  const stored = await tx<Pick<SentFile, 'name' | 'receivedSha256'>[]>`
    select name, received_sha256 from message_file
    where company_id = ${companyId} and enquiry_id = ${enquiryId} and seq = ${seq} order by position`
  return (
    stored.length === files.length &&
    stored.every(
      ({ name, receivedSha256 }, at) => files[at]!.name === name && files[at]!.receivedSha256 === receivedSha256,
    )
  )
}

type ThreadFileRow = { seq: number; sender: string; createdAt: Date; file: SentFileRow }

/** A page of the files of a thread, newest message first. Throws the error of `requireThread`. */
export async function readFiles(db: Db, actor: Actor, { enquiryId, before }: ReadThreadFiles) {
  await requireThread(db, actor, enquiryId)
  const { companyId } = actor
  // Enough for the rest of the last message, and for one file more.
  const most = limits.threadFiles + limits.messageFiles
  const rows = await db<ThreadFileRow[]>`
    select f.seq, p.name as sender, m.created_at, ${fileOf(db)} as file
    from message_file f
    join message m on m.company_id = f.company_id and m.enquiry_id = f.enquiry_id and m.seq = f.seq
    ${joinParticipant(db, db`m.company_id`, db`m.sender_id`)}
    where f.company_id = ${companyId} and f.enquiry_id = ${enquiryId}
      ${before === undefined ? db`` : db`and f.seq < ${before}`}
    order by f.seq desc, f.position
    limit ${most}`
  const last = rows[limits.threadFiles - 1]?.seq ?? 0
  const page = rows.filter(({ seq }) => seq >= last)
  return { rows: page, hasEarlier: page.length < rows.length }
}
