import type { EnquiryFilter } from '#contract/enquiries.ts'
import type { Db } from '#server/database/database.ts'
import { type EnquiryView, ofEach, view } from '#server/enquiries/enquiryStore.ts'
import type { Actor } from '#server/http/actor.ts'
import { behind, type Place } from './cursors.ts'
import { boundsOf, conditions, conditionsInOrder, isByStatusAlone, orderBy, type Order } from './filters.ts'
import { placeByLandmarks } from './landmarks.ts'
import { placeByStretches } from './stretchCounts.ts'
import { countMatches, type Total } from './totals.ts'

export type Asked = { filter: EnquiryFilter; order: Order; after?: Place; offset: number; limit: number }
export type ListRow = EnquiryView & { sortValue: string | null; keptTotal?: number | null }

/** So few of some statuses are sorted sooner than met in the order of all. */
const fewOfStatus = 1000
/** A summary is in no other index: reading one takes as long as passing so many in their order. */
const sortedPerMet = 50
/** How far what was changed in some time is looked for in the order of creation, beside the fourfold of what is wanted. */
const lookedThrough = 5000

/** Whether the first page stands at the beginning of an index, so that nothing has to be known of the list. */
export function startsAtOnce({ filter, order }: Asked) {
  return isByStatusAlone(filter) && (!order.column || !filter.enquiryStatus)
}

/** The rows of a page of a list that has so many, read the shortest way. */
export async function readRows(db: Db, actor: Actor, asked: Asked, total: Total): Promise<ListRow[]> {
  const { filter, order, offset, limit } = asked
  if (isByStatusAlone(filter)) return readByStatus(db, actor, asked, total.total)
  const { column } = order
  const isOfChanges = filter.updatedFrom !== undefined || filter.updatedTo !== undefined
  if (!column && !isOfChanges) return readPage(db, actor, asked)
  if (!total.isMore) {
    const isMetSoon = column === 'summery' && (await isNear(db, actor, offset + limit, total.total))
    return readPage(db, actor, asked, isMetSoon ? {} : { source: allSorted(db, actor, asked) })
  }
  if (!isOfChanges || (column && column !== 'status')) return readPage(db, actor, asked)
  // What was changed lately may have been created first of all, or just now.
  const rows = await readPage(db, actor, asked, { source: ofTheNext(db, actor, asked) })
  return rows.length === limit ? rows : readPage(db, actor, asked, { source: allSorted(db, actor, asked) })
}

/** Whether so many of a total are met sooner in the order of all summaries than those of the total are sorted by theirs. */
async function isNear(db: Db, actor: Actor, wanted: number, total: number) {
  const all = await countMatches(db, actor, {})
  return (wanted * all.total) / total < total * sortedPerMet
}

async function readByStatus(db: Db, actor: Actor, asked: Asked, total: number) {
  const { filter, order, offset, limit, after } = asked
  if (order.column && filter.enquiryStatus && total <= fewOfStatus) {
    return readPage(db, actor, asked, { source: allSorted(db, actor, asked) })
  }
  const place = order.column && order.column !== 'status' ? placeByLandmarks : placeByStretches
  const start = after ? undefined : await place(db, actor, filter, order, offset)
  if (start) return readPage(db, actor, { ...asked, ...start })
  // The end of a list that is counted exactly is nearer from behind.
  const fromEnd = total - offset - limit
  if (after || offset <= fromEnd) return readPage(db, actor, asked)
  const turned = { ...order, isDescending: !order.isDescending }
  const rest = Math.min(limit, total - offset)
  const rows = await readPage(db, actor, { filter, order: turned, limit: rest, offset: Math.max(0, fromEnd) })
  return rows.toReversed()
}

/** What passes the filter, met in the order of the list. */
function inOrder(db: Db, actor: Actor, { filter, order, after }: Asked) {
  return db`
    enquiry e where ${conditionsInOrder(db, actor, filter, order)} ${behind(db, order, after)}`
}

/** The same, found by what is filtered and then sorted: for the planner a fence. Most columns are in each index. */
function allSorted(db: Db, actor: Actor, { filter, order, after }: Asked) {
  const isOutside = order.column === 'summery'
  return db`
    (select ${sortedColumns(db)} from enquiry e where ${conditions(db, actor, filter)} offset 0) ${isOutside ? db`found` : db`e`}
    ${isOutside ? ofEach(db, actor, 'found') : db``}
    where true ${behind(db, order, after)}`
}

/** What lists are filtered and sorted by, except by summary. */
function sortedColumns(db: Db) {
  return db`
    e.company_id, e.enquiry_no, e.status, e.enquiry_type, e.created_by, e.document_count, e.awaits_answer, e.updated_at`
}

/** What passes the filter of those that come next in the list of all. */
function ofTheNext(db: Db, actor: Actor, { filter, order, after, offset, limit }: Asked) {
  return db`
    (
      select ${sortedColumns(db)} from enquiry e
      where e.company_id = ${actor.companyId} ${boundsOf(db, actor, filter, order.column)}
        ${behind(db, order, after)}
      order by ${orderBy(db, order)} limit ${lookedThrough + 4 * (offset + limit)}
    ) e where ${conditions(db, actor, filter)}`
}

export async function readPage(
  db: Db,
  actor: Actor,
  asked: Asked,
  { source = inOrder(db, actor, asked), total = db`null::int` } = {},
) {
  const { filter, order, limit, offset } = asked
  // What it is sorted by becomes a text outside: inside, it would of each row that is skipped.
  const rows = db<ListRow[]>`
    ${view(
      db,
      actor,
      db`(
        select e.enquiry_no, ${order.column ? db`e.${db(order.column)}` : db`null`} as sort_value
        from ${source}
        order by ${orderBy(db, order)} limit ${db.unsafe(String(limit))} ${offset ? db`offset ${offset}` : db``}
      ) page ${ofEach(db, actor, 'page')}`,
      db`page.sort_value::text, ${total} as kept_total`,
    )}
    order by ${orderBy(db, order)}`
  const isUsual = isByStatusAlone(filter) && (!order.column || (startsAtOnce(asked) && offset === 0 && !asked.after))
  return isUsual ? rows : rows.unprepared()
}

/** Of the enquiries of these numbers, in the order that is asked for, the rows of the page. */
export function readSorted(db: Db, actor: Actor, asked: Asked, numbers: number[]) {
  const { order, after } = asked
  const source = db`
    enquiry e where e.company_id = ${actor.companyId} and e.enquiry_no = any(${numbers}::bigint[])
      ${behind(db, order, after)}`
  return readPage(db, actor, asked, { source })
}

/** The enquiries of these numbers, in their order. */
export async function readNumbers(db: Db, actor: Actor, numbers: number[]) {
  return db<ListRow[]>`
    ${view(
      db,
      actor,
      db`unnest(${numbers}::bigint[]) with ordinality as page(enquiry_no, place) ${ofEach(db, actor, 'page')}`,
      db`null as sort_value`,
    )}
    order by page.place`
}
