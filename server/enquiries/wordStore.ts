import type { Db, Tx } from '#server/database/database.ts'
import { indexedWords } from './words.ts'

type Texts = { enquiryNo: number; enquiryType: string; summery: string; description: string; comments: string }

/** What of an enquiry itself is searched. */
export function textOf({ enquiryNo, enquiryType, summery, description, comments }: Texts) {
  return [String(enquiryNo).padStart(6, '0'), enquiryType, summery, description, comments].join('\n')
}

/** Makes a text findable, in place of the one before: an enquiry's own is its `seq` 0. */
export async function writeWords(tx: Tx, companyId: string, enquiryNo: number, seq: number, text: string) {
  await tx`
    insert into enquiry_words (company_id, enquiry_no, seq, words)
    values (${companyId}, ${enquiryNo}, ${seq}, ${indexedWords(companyId, enquiryNo, text)}::text::tsvector)
    on conflict (company_id, enquiry_no, seq) do update set words = excluded.words`
}

const batchSize = 100

/** Makes findable what was written before there was a search by words; answers whether there may be more. */
export function writeMissingWords(db: Db) {
  return db.begin(async (tx) => {
    const enquiries = await tx<(Texts & { companyId: string; id: string })[]>`
      with taken as (
        delete from enquiry_words_missing where (company_id, enquiry_id) in (
          select company_id, enquiry_id from enquiry_words_missing limit ${batchSize} for update skip locked)
        returning company_id, enquiry_id
      )
      select e.company_id, e.id, e.enquiry_no, e.enquiry_type, e.summery, e.description, e.comments
      from taken t join enquiry e on e.company_id = t.company_id and e.id = t.enquiry_id`
    for (const enquiry of enquiries) {
      const { companyId, id, enquiryNo } = enquiry
      await writeWords(tx, companyId, enquiryNo, 0, textOf(enquiry))
      const messages = await tx<{ seq: number; message: string }[]>`
        select seq, message from message where company_id = ${companyId} and enquiry_id = ${id}`
      for (const { seq, message } of messages) await writeWords(tx, companyId, enquiryNo, seq, message)
    }
    return enquiries.length > 0
  })
}
