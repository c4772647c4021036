import type { Db, Tx } from '#server/database/database.ts'
import { indexedWords } from './words.ts'

export type Texts = { enquiryNo: number; enquiryType: string; summery: string; description: string; comments: string }

/** The text of an enquiry that is searched, apart from its messages. */
export function textOf({ enquiryNo, enquiryType, summery, description, comments }: Texts) {
  return [String(enquiryNo).padStart(6, '0'), enquiryType, summery, description, comments].join('\n')
}

/** Replaces the indexed words of a message, or with `seq` 0 of the enquiry itself. */
export async function writeWords(tx: Tx, companyId: string, enquiryNo: number, seq: number, text: string) {
  await tx`
    insert into enquiry_words (company_id, enquiry_no, seq, words)
    values (${companyId}, ${enquiryNo}, ${seq}, ${indexedWords(companyId, enquiryNo, text)}::text::tsvector)
    on conflict (company_id, enquiry_no, seq) do update set words = excluded.words`
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
      select e.company_id, e.id, e.enquiry_no, e.enquiry_type, e.summery, e.description, e.comments
      from enquiry_words_missing m join enquiry e on e.company_id = m.company_id and e.id = m.enquiry_id
      limit ${batchSize}
      for update of m skip locked for no key update of e skip locked`
    for (const enquiry of enquiries) {
      const { companyId, id, enquiryNo } = enquiry
      await writeWords(tx, companyId, enquiryNo, 0, textOf(enquiry))
      const messages = await tx<{ seq: number; message: string }[]>`
        select seq, message from message where company_id = ${companyId} and enquiry_id = ${id}`
      for (const { seq, message } of messages) await writeWords(tx, companyId, enquiryNo, seq, message)
      await tx`delete from enquiry_words_missing where company_id = ${companyId} and enquiry_id = ${id}`
    }
    return enquiries.length > 0
  })
}
