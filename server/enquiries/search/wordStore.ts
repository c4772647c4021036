import type { Db, Queryable, Tx } from '#server/database/database.ts'
import { indexedWords } from './words.ts'

export type Texts = {
  enquiryNo: number
  enquiryType: string
  summery: string
  description: string
  comments: string
  /** Name and address of the contact who raised the enquiry. Names of users are looked up at each search instead. */
  contact?: string | null
}

/** The text of an enquiry that is searched, apart from its messages. */
export function textOf({ enquiryNo, enquiryType, summery, description, comments, contact }: Texts) {
  return [String(enquiryNo).padStart(6, '0'), enquiryType, summery, description, comments, contact ?? ''].join('\n')
}

/** The columns of Texts, from the alias `e`. */
export function textColumns(db: Queryable) {
  return db`
    e.enquiry_no, e.enquiry_type, e.summery, e.description, e.comments, (
      select p.name || ' ' || p.email from participant_profile p
      where p.company_id = e.company_id and p.id = e.created_by and p.kind = 'contact' limit 1
    ) as contact`
}

/** Replaces the indexed words of an enquiry's own texts. */
export async function writeOwnWords(tx: Tx, companyId: string, enquiryNo: number) {
  const [texts] = await tx<Texts[]>`
    select ${textColumns(tx)} from enquiry e where e.company_id = ${companyId} and e.enquiry_no = ${enquiryNo}`
  writeWords(tx, companyId, enquiryNo, 0, textOf(texts!))
}

export function writeWords(tx: Tx, companyId: string, enquiryNo: number, seq: number, text: string) {
  tx.send(wordsOf(tx, companyId, enquiryNo, seq, text))
}

/** A statement, or a part of one: replaces the indexed words of a message, or with `seq` 0 of the enquiry itself. */
export function wordsOf(tx: Tx, companyId: string, enquiryNo: number, seq: number, text: string) {
  return tx`
    insert into enquiry_words (company_id, enquiry_no, seq, words)
    values (${companyId}, ${enquiryNo}, ${seq}, ${indexedWords(companyId, enquiryNo, text)}::text::tsvector)
    on conflict (company_id, enquiry_no, seq) do update set words = excluded.words`
}

/** Replaces the indexed words of an internal note. */
export function writeNoteWords(tx: Tx, companyId: string, enquiryNo: number, noteId: string, note: string) {
  tx.send(noteWordsOf(tx, companyId, enquiryNo, noteId, note))
}

function noteWordsOf(tx: Tx, companyId: string, enquiryNo: number, noteId: string, note: string) {
  return tx`
    insert into note_words (company_id, enquiry_no, note_id, words)
    values (${companyId}, ${enquiryNo}, ${noteId}, ${indexedWords(companyId, enquiryNo, note)}::text::tsvector)
    on conflict (company_id, enquiry_no, note_id) do update set words = excluded.words`
}

/** Small, because a change of one of these enquiries waits for the end of the batch. */
const batchSize = 20

/**
 * Writes the words of enquiries that are noted as lacking them, and returns whether there may be more. It locks the
 * enquiries, so that it does not overwrite a newer text, and skips those that are locked already.
 */
export function writeMissingWords(db: Db) {
  return db.begin(async (tx) => {
    const enquiries = await tx<(Texts & { companyId: string; id: string })[]>`
      select e.company_id, e.id, ${textColumns(tx)}
      from enquiry_words_missing m join enquiry e on e.company_id = m.company_id and e.id = m.enquiry_id
      limit ${batchSize}
      for update of m skip locked for no key update of e skip locked`
    for (const enquiry of enquiries) {
      const { companyId, id, enquiryNo } = enquiry
      await wordsOf(tx, companyId, enquiryNo, 0, textOf(enquiry))
      const messages = await tx<{ seq: number; message: string }[]>`
        select seq, message from message where company_id = ${companyId} and enquiry_id = ${id}`
      for (const { seq, message } of messages) await wordsOf(tx, companyId, enquiryNo, seq, message)
      const notes = await tx<{ noteId: string; note: string }[]>`
        select id as note_id, note from note where company_id = ${companyId} and enquiry_id = ${id}`
      for (const { noteId, note } of notes) await noteWordsOf(tx, companyId, enquiryNo, noteId, note)
      await tx`delete from enquiry_words_missing where company_id = ${companyId} and enquiry_id = ${id}`
    }
    return enquiries.length > 0
  })
}

/**
 * Notes that the words of all enquiries of these participants have to be written again, because a name or an address has
 * changed. Returns whether there are any.
 */
export async function forgetWordsOf(tx: Tx, companyId: string, participants: string[]) {
  const { count } = await tx`
    insert into enquiry_words_missing (company_id, enquiry_id)
    select company_id, id from enquiry where company_id = ${companyId} and created_by = any(${participants}::uuid[])
    on conflict do nothing`
  return count > 0
}

/** A note, as the place from which the next batch continues. */
export type NotePlace = { companyId: string; id: string }

/** Notes that are checked at a time. */
const notesAtOnce = 500

/**
 * Writes the words of the notes after a place that have none, because a server of a version before wrote them. Returns the
 * place to continue from; undefined at the end.
 */
export function writeMissingNoteWords(db: Db, after: NotePlace | undefined): Promise<NotePlace | undefined> {
  return db.begin(async (tx) => {
    const notes = await tx<(NotePlace & { enquiryNo: number; missing: string | null })[]>`
      select n.company_id, n.id, e.enquiry_no, case when w.note_id is null then n.note end as missing
      from (
        select company_id, id, enquiry_id, note from note
        ${after ? tx`where (company_id, id) > (${after.companyId}, ${after.id})` : tx``}
        order by company_id, id limit ${notesAtOnce}
      ) n
      join enquiry e on e.company_id = n.company_id and e.id = n.enquiry_id
      left join note_words w on w.company_id = n.company_id and w.enquiry_no = e.enquiry_no and w.note_id = n.id
      order by n.company_id, n.id`
    for (const { companyId, id, enquiryNo, missing } of notes) {
      if (missing !== null) await noteWordsOf(tx, companyId, enquiryNo, id, missing)
    }
    return notes.length < notesAtOnce ? undefined : notes.at(-1)
  })
}
