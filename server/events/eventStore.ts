import type { ChangeEvent } from '#contract/events.ts'
import type { Db, Tx } from '#server/database/database.ts'

type Announcement = Pick<ChangeEvent, 'subject' | 'id'>
type EventSubject = ChangeEvent['subject']
type By = { companyId: string; userId: string }

/**
 * Numbers a change, in the transaction that makes it and as the last thing it does: the counter stays locked from
 * here to its end, and whoever holds it waits for nothing more.
 */
export function announce(tx: Tx, by: By, { subject, id }: Announcement) {
  return announceMany(tx, by, subject, [id])
}

/** The same of several of one kind. */
export async function announceMany(tx: Tx, { companyId, userId }: By, subject: EventSubject, ids: string[]) {
  if (ids.length === 0) return
  await tx`
    with counted as (
      insert into event_counter as c (company_id, last_no) values (${companyId}, ${ids.length})
      on conflict (company_id) do update set last_no = c.last_no + ${ids.length}::bigint
      returning last_no
    )
    insert into event (company_id, no, subject, subject_id, actor_id)
    select ${companyId}::uuid, last_no - ${ids.length}::bigint + place, ${subject}, id, ${userId}::uuid
    from counted, unnest(${ids}::uuid[]) with ordinality as changed(id, place)`
}

/** The number of the newest event of each of the companies; none of those that have had none. */
export async function findNewestNos(db: Db, companyIds: string[]): Promise<Map<string, number>> {
  const rows = await db<{ companyId: string; no: number }[]>`
    select company_id, last_no::float8 as no from event_counter where company_id = any(${companyIds})`
  return new Map(rows.map(({ companyId, no }) => [companyId, no]))
}

/** The events of a company after a number, the oldest first. */
export async function listEvents(db: Db, companyId: string, after: number, limit: number): Promise<ChangeEvent[]> {
  return db<ChangeEvent[]>`
    select no::float8 as no, subject, subject_id as id, actor_id as by from event
    where company_id = ${companyId} and no > ${after}
    order by no limit ${limit}`
}
