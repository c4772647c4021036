import type { Queryable } from '#server/database/database.ts'
import type { Query } from '#server/database/sql.ts'
import type { Actor } from '#server/http/actor.ts'
import { yieldToEventLoop } from '#server/scheduling/yieldToEventLoop.ts'
import { mayReadMessages, taggedBeginning } from './foundRows.ts'
import { createFinder } from './words.ts'
import { type Texts, textOf } from './wordStore.ts'

/** Whether this person sees customers' addresses and finds enquiries by them. Only people who answer need them. */
export function mayReadAddresses({ ability }: Actor) {
  return ability.can('answer', 'enquiry')
}

/** Adds `suspects` to `found`: those of its numbers whose customer has an address that may contain one of the words. */
export function withSuspects(db: Queryable, actor: Actor, words: string[], found: Query<unknown>) {
  if (mayReadAddresses(actor))
    return db`select found.below, found.numbers, '{}'::bigint[] as suspects from (${found} offset 0) found`
  return db`
    select found.below, found.numbers, array(
      select n.no from unnest(found.numbers) n(no) where exists (
        select from enquiry e
        join participant_profile p on p.company_id = e.company_id and p.id = e.created_by and p.kind = 'contact'
        where e.company_id = ${actor.companyId} and e.enquiry_no = n.no
          and (p.email !~ '^[ -~]*$' or exists (select from unnest(${words}::text[]) w where strpos(lower(p.email), w) > 0))
        offset 0
      )
    ) as suspects
    from (${found} offset 0) found`
}

type Suspect = Texts & { email: string }

/** Enquiries that are read at a time. */
const atOnce = 200

/** Those of the numbers in which a word is found only in the address of their customer. */
export async function foundByAddress(
  db: Queryable,
  actor: Actor,
  { words, namesakes }: { words: string[]; namesakes: Query<unknown> },
  numbers: number[],
): Promise<number[]> {
  const missing: { no: number; word: string }[] = []
  for (let from = 0; from < numbers.length; from += atOnce) {
    const suspects = await db<Suspect[]>`
      select e.enquiry_no, e.enquiry_type, e.summery, e.description, e.comments, p.name as contact, p.email
      from unnest(${numbers.slice(from, from + atOnce)}::bigint[]) n(no)
      join enquiry e on e.company_id = ${actor.companyId} and e.enquiry_no = n.no
      join participant_profile p on p.company_id = e.company_id and p.id = e.created_by and p.kind = 'contact'`
    for (const suspect of suspects) {
      await yieldToEventLoop()
      const own = textOf(suspect)
      const hidden = words.filter((word) => isIn(suspect.email, word) && !isIn(own, word))
      missing.push(...hidden.map((word) => ({ no: suspect.enquiryNo, word })))
    }
  }
  return missing.length === 0 ? [] : withoutElsewhere(db, actor, namesakes, missing)
}

function isIn(text: string, word: string) {
  return createFinder([word])(text).length > 0
}

/**
 * The numbers of the pairs whose word is neither in a message that the actor may read nor in the name of the
 * assignee.
 */
async function withoutElsewhere(
  db: Queryable,
  actor: Actor,
  namesakes: Query<unknown>,
  missing: { no: number; word: string }[],
) {
  const { companyId } = actor
  const rows = await db<{ no: number }[]>`
    select distinct m.no::float8 as no
    from unnest(${missing.map(({ no }) => no)}::bigint[], ${missing.map(({ word }) => word)}::text[]) m(no, word)
    where not exists (
      select from (
        select w.words from enquiry_words w
        where w.company_id = ${companyId} and w.enquiry_no = m.no and w.seq > 0 and ${mayReadMessages(actor)}::boolean
        offset 0
      ) texts where texts.words @@ ${taggedBeginning(db, companyId, db`m.no`, db`m.word`)}::tsquery
    ) and not exists (
      select from enquiry e where e.company_id = ${companyId} and e.enquiry_no = m.no and (m.word, e.assignee_id) in (
        select pair.named, pair.person from (${namesakes}) n, unnest(n.named, n.people) pair(named, person))
      offset 0
    )`
  return rows.map(({ no }) => no)
}
