import { type EnquiryFilter, enquiryStatuses } from '#contract/enquiries.ts'
import type { Db } from '#server/database/database.ts'
import type { Actor } from '#server/http/actor.ts'
import type { Place } from './cursors.ts'
import type { Order } from './filters.ts'
import { endOf, stretchSize } from './stretches.ts'

/**
 * Where to begin reading for the row at `offset` of a list by number, or by status and number: behind which place, and
 * how many rows are still to be skipped there, fewer than a stretch has.
 */
export async function placeByStretches(
  db: Db,
  actor: Actor,
  { enquiryStatus = [...enquiryStatuses] }: EnquiryFilter,
  { column, isDescending }: Order,
  offset: number,
): Promise<{ after: Place | undefined; offset: number }> {
  if (offset < stretchSize) return { after: undefined, offset }
  const of = column && (await statusAt(db, actor, enquiryStatus, isDescending, offset))
  if (column && !of) return { after: undefined, offset }
  const sought = of ? offset - of.skipped : offset
  const direction = isDescending ? db`desc` : db`asc`
  const [found] = await db<{ stretch: number; skipped: number }[]>`
    select stretch, skipped from (
      select stretch, (sum(sum(count)) over (order by stretch ${direction}) - sum(count))::int as skipped,
        sum(count) as held
      from enquiry_stretch_count
      where company_id = ${actor.companyId} and status = any(${of ? [of.status] : enquiryStatus})
      group by stretch
    ) sums
    where skipped + held > ${sought}
    order by stretch ${direction} limit 1`
  if (!found) return { after: undefined, offset }
  const edge = isDescending ? endOf(found.stretch) : endOf(found.stretch - 1) - 1
  return { after: [of?.status ?? null, edge], offset: sought - found.skipped }
}

/** The status that the row at `offset` of a list by status has, and how many of others stand before. */
async function statusAt(db: Db, { companyId }: Actor, statuses: string[], isDescending: boolean, offset: number) {
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
