import { enquiryStatuses } from '#contract/enquiries/choices.ts'
import type { Queryable } from '#server/database/database.ts'
import type { Actor } from '#server/http/actor.ts'
import type { Place } from './cursors.ts'
import type { ListRequest } from './listRequest.ts'
import { endOf } from './stretches.ts'

/**
 * Finds the stretch of the row at `offset` of a list by number, or by status and number: the place before the stretch,
 * and how many rows of it are skipped, fewer than a stretch has.
 */
export async function placeByStretches(
  db: Queryable,
  actor: Actor,
  { filter: { enquiryStatus = [...enquiryStatuses] }, order: { column, isDescending }, offset }: ListRequest,
): Promise<{ after: Place | undefined; offset: number }> {
  const start = { after: undefined, offset }
  const block = column && (await statusAt(db, actor, enquiryStatus, isDescending, offset))
  if (column && !block) return start
  const sought = block ? offset - block.skipped : offset
  const direction = isDescending ? db`desc` : db`asc`
  const [found] = await db<{ stretch: number; skipped: number }[]>`
    select stretch, skipped from (
      select stretch, (sum(sum(count)) over (order by stretch ${direction}) - sum(count))::int as skipped,
        sum(count) as held
      from enquiry_stretch_count
      where company_id = ${actor.companyId} and status = any(${block ? [block.status] : enquiryStatus})
      group by stretch
    ) sums
    where skipped + held > ${sought}
    order by stretch ${direction} limit 1`
  if (!found) return start
  const edge = isDescending ? endOf(found.stretch) : endOf(found.stretch - 1) - 1
  return { after: [block?.status ?? null, edge], offset: sought - found.skipped }
}

/** The status of the row at `offset` of a list by status, and how many rows of other statuses come before it. */
async function statusAt(
  db: Queryable,
  { companyId }: Actor,
  statuses: string[],
  isDescending: boolean,
  offset: number,
) {
  const counts = await db<{ status: string; count: number }[]>`
    select status, count from enquiry_count where company_id = ${companyId} and status = any(${statuses})
    order by status ${isDescending ? db`desc` : db`asc`}`
  let skipped = 0
  for (const { status, count } of counts) {
    if (offset < skipped + count) return { status, skipped }
    skipped += count
  }
  return undefined
}
