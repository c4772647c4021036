import { type EnquiryFilter, enquiryStatuses } from '#contract/enquiries.ts'
import type { Db } from '#server/database/database.ts'
import type { Actor } from '#server/http/actor.ts'
import type { Place } from './cursors.ts'
import type { Order } from './enquiryFilters.ts'
import { endOf, stretchSize } from './stretches.ts'

/**
 * Where to begin reading for the row at `offset` of a list by number: behind which place, and how many rows
 * are still to be skipped there, fewer than a stretch has.
 */
export async function placeOfPage(
  db: Db,
  { companyId }: Actor,
  { enquiryStatus = [...enquiryStatuses] }: EnquiryFilter,
  { isDescending }: Order,
  offset: number,
): Promise<{ after: Place | undefined; offset: number }> {
  if (offset < stretchSize) return { after: undefined, offset }
  const direction = isDescending ? db`desc` : db`asc`
  const [found] = await db<{ stretch: number; skipped: number }[]>`
    select stretch, skipped::int from (
      select stretch, sum(sum(count)) over (order by stretch ${direction}) - sum(count) as skipped, sum(count) as held
      from enquiry_stretch_count where company_id = ${companyId} and status = any(${enquiryStatus})
      group by stretch
    ) sums
    where skipped + held > ${offset}
    order by stretch ${direction} limit 1`
  if (!found) return { after: undefined, offset }
  const edge = isDescending ? endOf(found.stretch) : endOf(found.stretch - 1) - 1
  return { after: [null, edge], offset: offset - found.skipped }
}
