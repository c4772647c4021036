import type { ChangeEvent } from '#contract/events.ts'
import type { Db, Queryable, Tx } from '#server/database/database.ts'
import type { Query } from '#server/database/sql.ts'
import type { Actor } from '#server/http/actor.ts'
import { hiddenSubjects } from './frames.ts'

type Announcement = Pick<ChangeEvent, 'subject' | 'id' | 'numbers'>
type By = { companyId: string; userId: string }

/**
 * Numbers a change, at the end of its transaction: the counter stays locked until then, and a transaction that holds it must
 * not wait for anything else.
 */
export function announce(tx: Tx, { companyId, userId }: By, { subject, id, numbers }: Announcement) {
  tx.sendLast(tx`
    with counted as (
      insert into event_counter as c (company_id, last_no) values (${companyId}, 1)
      on conflict (company_id) do update set last_no = c.last_no + 1
      returning last_no
    )
    insert into event (company_id, no, subject, subject_id, actor_id, from_enquiry_no, to_enquiry_no, created_at)
    select ${companyId}::uuid, last_no, ${subject}::text, ${id}::uuid, ${userId}::uuid, ${numbers?.from ?? null}::bigint,
      ${numbers?.to ?? null}::bigint,
      clock_timestamp()
    from counted`)
}

/** The number of each company's newest event. Companies without events are missing. */
export async function findNewestNos(db: Db, companyIds: string[]): Promise<Map<string, number>> {
  const rows = await db<{ companyId: string; no: number }[]>`
    select company_id, last_no::float8 as no from event_counter where company_id = any(${companyIds})`
  return new Map(rows.map(({ companyId, no }) => [companyId, no]))
}

/**
 * The number of the newest event that is none of `hidden`, for people who do not receive those. If only such
 * events are kept, the number before them.
 */
export function newestShownNo(db: Queryable, company: Query<unknown>, hidden: Query<unknown>, lastNo: Query<unknown>) {
  return db`
    coalesce(
      (select no from event where company_id = ${company} and subject <> all(${hidden}) order by no desc limit 1),
      (select no - 1 from event where company_id = ${company} order by no limit 1), ${lastNo}, 0)::float8`
}

/** The same for one person. */
export async function findShownNo(db: Db, actor: Actor, lastNo: number) {
  const hidden = hiddenSubjects(actor)
  if (hidden.length === 0) return lastNo
  const [row] = await db<{ no: number }[]>`
    select ${newestShownNo(db, db`${actor.companyId}::uuid`, db`${hidden}::text[]`, db`${lastNo}::bigint`)} as no`
  return row!.no
}

/** An event, and how long ago it was announced, by the clock of the database. */
type AnnouncedEvent = { event: ChangeEvent; ageMs: number }

/** A company's events after a number, oldest first. */
export async function listEvents(db: Db, companyId: string, after: number, limit: number): Promise<AnnouncedEvent[]> {
  const rows = await db<EventRow[]>`
    select no::float8 as no, subject, subject_id as id, actor_id as by, from_enquiry_no::float8 as from,
      to_enquiry_no::float8 as to, extract(epoch from clock_timestamp() - created_at)::float8 * 1000 as age_ms
    from event where company_id = ${companyId} and no > ${after}
    order by no limit ${limit}`
  return rows.map(({ from, to, ageMs, ...event }) => ({
    event: from === null || to === null ? event : { ...event, numbers: { from, to } },
    ageMs,
  }))
}

type EventRow = Omit<ChangeEvent, 'numbers'> & { from: number | null; to: number | null; ageMs: number }
