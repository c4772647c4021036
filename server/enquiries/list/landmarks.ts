import { enquiryStatuses } from '#contract/enquiries/choices.ts'
import type { Queryable, Tx } from '#server/database/database.ts'
import type { Actor } from '#server/http/actor.ts'
import { afterPlace, type Place } from './cursors.ts'
import type { ListRequest } from './listRequest.ts'

/** The columns that have landmarks. Lists by number and by status are counted in stretches. */
export const landmarkSorts = ['enquiry_type', 'summery', 'updated_at'] as const
export type LandmarkSort = (typeof landmarkSorts)[number]

/** A new landmark counts this many enquiries, itself and those up to the next landmark. */
export const spacing = 2048

/** Adding up more moves than this takes longer than skipping the rows. */
const maxMoves = 1000

/** The place of a landmark in a sort. The first one is before all enquiries, with the number 0. */
export type Landmark = { value: string; enquiryNo: number }

type Found = Landmark & { valueBefore: string | null; numberBefore: number | null; skipped: number }

/**
 * Finds the landmark of the row at `offset` of a list by type, summary or last change: the place before the landmark, and
 * how many rows after it are skipped. Undefined if the company is too small for landmarks, or a large import of the last
 * seconds is not counted yet.
 */
export async function placeByLandmarks(
  db: Queryable,
  { companyId }: Actor,
  { filter: { enquiryStatus }, order: { column, isDescending }, offset }: ListRequest,
): Promise<{ after: Place | undefined; offset: number } | undefined> {
  const statuses = enquiryStatus ?? enquiryStatuses
  const direction = isDescending ? db`desc` : db`asc`
  // One statement reads landmarks and moves, so that both are of the same moment.
  const [found] = await db<Found[]>`
    with landmark as (
      select value, enquiry_no, coalesce(sum(count) filter (where status = any(${[...statuses]})), 0) as count
      from enquiry_landmark where company_id = ${companyId} and sort = ${column!} group by value, enquiry_no
    ), change as (
      select value, enquiry_no, sum(count) as count from enquiry_landmark_change
      where company_id = ${companyId} and sort = ${column!} and status = any(${[...statuses]}) group by value, enquiry_no
    )
    select value, enquiry_no, value_before, number_before, skipped from (
      select value, enquiry_no, lag(value) over way as value_before, lag(enquiry_no) over way as number_before,
        (sum(held) over way - held)::int as skipped, held
      from (
        select value, enquiry_no, landmark.count + coalesce(change.count, 0) as held
        from landmark left join change using (value, enquiry_no)
      ) counted
      window way as (order by value ${direction}, enquiry_no ${direction})
    ) sums
    where skipped <= ${offset} and skipped + held > ${offset} and (
      select count(*) from (select from enquiry_move where company_id = ${companyId} limit ${maxMoves + 1}) moved
    ) <= ${maxMoves}
    limit 1`
  return found && { after: edgeOf(found, isDescending), offset: offset - found.skipped }
}

/** The place just before the landmark's part of the list; undefined if that part is the first. */
function edgeOf({ valueBefore, numberBefore, ...landmark }: Found, isDescending: boolean): Place | undefined {
  if (!isDescending) return justBefore(landmark)
  return numberBefore === null ? undefined : [valueBefore, numberBefore]
}

function justBefore({ value, enquiryNo }: Landmark): Place | undefined {
  return enquiryNo === 0 ? undefined : [value, enquiryNo - 1]
}

/** Limits a query to the enquiries from one landmark to the next. */
export function between(tx: Tx, column: LandmarkSort, from: Landmark, to: Landmark | undefined) {
  return tx`
    ${afterPlace(tx, { column, isDescending: false }, justBefore(from))}
    ${afterPlace(tx, { column, isDescending: true }, to && [to.value, to.enquiryNo])}`
}
