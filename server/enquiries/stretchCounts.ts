import { type EnquiryFilter, enquiryStatuses } from '#contract/enquiries.ts'
import type { Db } from '#server/database/database.ts'
import type { Actor } from '#server/http/actor.ts'
import type { Place } from './cursors.ts'
import type { Order } from './enquiryFilters.ts'
import { endOf, stretchSize } from './stretches.ts'

/**
 * Where to begin reading for the row at `offset` of a list by number, or by status and number: behind which place, and
 * how many rows are still to be skipped there, fewer than a stretch has.
 */
export async function placeByStretches(
  db: Db,
  { companyId }: Actor,
  { enquiryStatus = [...enquiryStatuses] }: EnquiryFilter,
  { column, isDescending }: Order,
  offset: number,
): Promise<{ after: Place | undefined; offset: number }> {
  if (offset < stretchSize) return { after: undefined, offset }
  const direction = isDescending ? db`desc` : db`asc`
  const group = column ? db`status, stretch` : db`stretch`
  const order = column ? db`status ${direction}, stretch ${direction}` : db`stretch ${direction}`
  const [found] = await db<{ status: string | null; stretch: number; skipped: number }[]>`
    select * from (
      select ${group}, ${column ? db`` : db`null as status,`}
        (sum(sum(count)) over (order by ${order}) - sum(count))::int as skipped, sum(count) as held
      from enquiry_stretch_count where company_id = ${companyId} and status = any(${enquiryStatus})
      group by ${group}
    ) sums
    where skipped + held > ${offset}
    order by ${order} limit 1`
  if (!found) return { after: undefined, offset }
  const edge = isDescending ? endOf(found.stretch) : endOf(found.stretch - 1) - 1
  return { after: [found.status, edge], offset: offset - found.skipped }
}
