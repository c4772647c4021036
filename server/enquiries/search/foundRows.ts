import type { Queryable } from '#server/database/database.ts'
import type { Query } from '#server/database/sql.ts'
import { enquiryColumns, type EnquiryView, joinEach, view } from '#server/enquiries/enquiryStore.ts'
import { companyTag, wordStretchSize } from '#server/enquiries/list/stretches.ts'
import type { Actor } from '#server/http/actor.ts'

/** A result of a search. If none of the words is in its own texts, with the newest message and the newest note that have one. */
export type FoundRow = EnquiryView & { sortValue: string | null; foundMessage: string | null; foundNote: string | null }

/** Whether messages are searched for this person. */
export function mayReadMessages({ ability }: Actor) {
  return ability.can('read', 'acl-page')
}

/** Whether notes are searched for this person. */
export function mayReadNotes({ ability }: Actor) {
  return ability.can('answer', 'enquiry')
}

/** The text of a `tsquery` for the words of an enquiry that begin with a word, as `wordTag` marks them. */
export function taggedBeginning(db: Queryable, companyId: string, enquiryNo: Query<unknown>, word: Query<unknown>) {
  const stretch = db`lpad(to_hex(${enquiryNo} / ${db.unsafe(String(wordStretchSize))}), 6, '0')`
  return db`(${companyTag(companyId)}::text || ${stretch} || ${word} || ':*')`
}

/** The columns of a FoundRow that `joinFoundTexts` adds. */
export function foundTexts(db: Queryable) {
  return db`found.message as found_message, found.note as found_note`
}

/** Joins the texts of a FoundRow to each enquiry `e`, as `found`. */
export function joinFoundTexts(db: Queryable, actor: Actor, words: string[]) {
  const { companyId } = actor
  const message = db`
    select message from message where company_id = ${companyId} and enquiry_id = e.id and seq = (
      select max(w.seq) from enquiry_words w
      where w.company_id = ${companyId} and w.enquiry_no = e.enquiry_no and w.seq > 0 and w.words @@ sought.query)`
  // Ids of notes follow the order of creation.
  const note = db`
    select note from note where company_id = ${companyId} and id = (
      select w.note_id from note_words w
      where w.company_id = ${companyId} and w.enquiry_no = e.enquiry_no and w.words @@ sought.query
      order by w.note_id desc limit 1)`
  // The number is among the indexed words, but in no text that is shown.
  const beginning = taggedBeginning(db, companyId, db`e.enquiry_no`, db`word`)
  return db`
    left join lateral (
      select ${mayReadMessages(actor) ? db`(${message})` : db`null`} as message,
        ${mayReadNotes(actor) ? db`(${note})` : db`null`} as note
      from (
        select string_agg(${beginning}, '|')::tsquery as query,
          string_agg(${beginning}, '|') filter (where not starts_with(lpad(e.enquiry_no::text, 6, '0'), word))::tsquery as shown
        from unnest(${words}::text[]) word
      ) sought
      where not exists (
        select from enquiry_words w
        where w.company_id = ${companyId} and w.enquiry_no = e.enquiry_no and w.seq = 0 and w.words @@ sought.shown)
    ) found on true`
}

/** Reads the enquiries with these numbers, in the order of the numbers. */
export async function readFound(db: Queryable, actor: Actor, words: string[], numbers: number[]) {
  return db<FoundRow[]>`
    ${view(
      db,
      actor,
      db`unnest(${numbers}::bigint[]) with ordinality as page(enquiry_no, place) ${joinEach(db, actor, 'page')}
        ${joinFoundTexts(db, actor, words)}`,
      db`null as sort_value, ${foundTexts(db)}`,
    )}
    order by page.place`
}

type FirstRow = FoundRow & { below: number; numbers: number[]; suspects: number[] }

/**
 * Selects `below`, `numbers` and `suspects` of a search's step with the rows of its first numbers. The first
 * row has the numbers; it has no enquiry if there are none.
 */
export function withFirstRows(db: Queryable, actor: Actor, words: string[], step: Query<unknown>, shown: number) {
  return db<FirstRow[]>`
    with step as materialized (${step})
    ${view(
      db,
      actor,
      db`step
        left join lateral unnest(step.numbers[1:${shown}::int]) with ordinality as page(enquiry_no, place) on true
        left join lateral (
          select ${enquiryColumns(db)} from enquiry e
          where e.company_id = ${actor.companyId} and e.enquiry_no = page.enquiry_no limit 1
        ) e on true
        ${joinFoundTexts(db, actor, words)}`,
      db`null as sort_value, ${foundTexts(db)}, step.below, step.suspects, case when page.place > 1 then null else step.numbers end as numbers`,
    )}
    order by page.place`
}
