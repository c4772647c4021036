import type { EnquiryFilter } from '#contract/enquiries.ts'
import { enquiryStatuses } from '#contract/enquiries/choices.ts'
import { limits } from '#contract/limits.ts'
import type { Queryable } from '#server/database/database.ts'
import type { Actor } from '#server/http/actor.ts'
import { conditions, isByStatusAlone } from './filters.ts'

/** `isMore`: there are more than `total`; counting stopped there. */
export type Total = { total: number; isMore: boolean }

/** Counts the enquiries that match a filter: from the kept totals for a filter by status alone, else up to `counted`. */
export async function countMatches(
  db: Queryable,
  actor: Actor,
  { search: _search, ...filter }: EnquiryFilter,
  counted: number = limits.counted,
): Promise<Total> {
  if (isByStatusAlone(filter)) {
    const [kept] = await db<{ total: number }[]>`${keptTotal(db, actor, filter)}`
    return { total: kept!.total, isMore: false }
  }
  const [matching] = await db<{ total: number }[]>`
    select count(*)::int as total from (
      select 1 from enquiry e where ${conditions(db, actor, filter)} limit ${db.unsafe(String(counted + 1))}
    ) matching`.unprepared()
  const isMore = matching!.total > counted
  return { total: isMore ? counted : matching!.total, isMore }
}

/** The query for the kept total of a filter by status alone. */
export function keptTotal(
  db: Queryable,
  { companyId }: Actor,
  { enquiryStatus = [...enquiryStatuses] }: EnquiryFilter,
) {
  return db`
    select coalesce(sum(count), 0)::int as total from enquiry_count
    where company_id = ${companyId} and status = any(${enquiryStatus})`
}
