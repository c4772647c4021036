import { v7 as uuidv7 } from 'uuid'
import { limits } from '#contract/limits.ts'
import type { Note, WriteNote } from '#contract/notes.ts'
import { findThread } from '#server/chat/chatStore.ts'
import type { Db, Queryable, Tx } from '#server/database/database.ts'
import type { FileUrls } from '#server/documents/fileUrls.ts'
import { writeNoteWords } from '#server/enquiries/search/wordStore.ts'
import { announce } from '#server/events/eventStore.ts'
import type { Actor } from '#server/http/actor.ts'
import { conflict, notFound } from '#server/http/errors.ts'
import type { Notifier } from '#server/notifications/notifier.ts'
import { findMentioned, mentionPeople } from './mentions.ts'

type NoteRow = {
  id: string
  enquiryId: string
  afterSeq: number
  authorId: string
  authorName: string
  authorPicture: string | null
  note: string
  mentions: Note['mentions']
  createdAt: Date
}

export function toNote(row: NoteRow, urls: FileUrls): Note {
  return {
    _id: row.id,
    enquiry: row.enquiryId,
    afterSeq: row.afterSeq,
    author: { _id: row.authorId, name: row.authorName, profilePic: urls.picture(row.authorPicture) },
    note: row.note,
    mentions: row.mentions,
    createdAt: row.createdAt.toISOString(),
  }
}

const selectNotes = (db: Queryable) => db`
  select n.id, n.enquiry_id, n.after_seq, n.author_id, n.note, n.created_at, u.name as author_name, u.picture_sha256 as author_picture,
    coalesce((
      select jsonb_agg(jsonb_build_object('_id', m.user_id, 'name', m.name) order by m.name, m.user_id) from note_mention m
      where m.company_id = n.company_id and m.note_id = n.id), '[]') as mentions
  from note n join app_user u on u.company_id = n.company_id and u.id = n.author_id`

/** The notes of an enquiry, oldest first. Throws 404 for a missing enquiry and for another company's. */
export async function readNotes(db: Db, actor: Actor, enquiryId: string) {
  if (!(await findThread(db, actor, enquiryId))) throw notFound('Enquiry')
  const rows = await db<NoteRow[]>`
    ${selectNotes(db)} where n.company_id = ${actor.companyId} and n.enquiry_id = ${enquiryId}
    order by n.created_at desc, n.id desc limit ${limits.notes}`
  return rows.toReversed()
}

/** Adds a note after the newest message. A repeated note with the same `clientId` returns the stored one. */
export async function writeNote(
  tx: Tx,
  notifier: Notifier,
  actor: Actor,
  input: WriteNote,
  clientId: string | undefined,
) {
  const { companyId, userId: authorId } = actor
  const { enquiry: enquiryId, note } = input
  const thread = await findThread(tx, actor, enquiryId)
  if (!thread) throw notFound('Enquiry')
  const id = uuidv7()
  const row = { companyId, id, enquiryId, afterSeq: thread.lastMessageSeq, authorId, clientId: clientId ?? id, note }
  const { count } = await tx`
    insert into note ${tx(row)} on conflict (company_id, enquiry_id, author_id, client_id) do nothing`
  if (count > 0) {
    writeNoteWords(tx, companyId, thread.enquiryNo, id, note)
    const mentions = await findMentioned(tx, actor, note, input.mentions)
    await mentionPeople(tx, notifier, actor, { noteId: id, enquiryId, mentions })
    announce(tx, actor, { subject: 'note', id: enquiryId })
  }
  const [stored] = await tx<NoteRow[]>`
    ${selectNotes(tx)} where n.company_id = ${companyId} and n.enquiry_id = ${enquiryId}
      and n.author_id = ${authorId} and n.client_id = ${row.clientId}`
  if (stored!.note === note) return stored!
  throw conflict('This Idempotency-Key was used for another note. Use a new key for a new note')
}
