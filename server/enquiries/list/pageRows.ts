import type { EnquiryFilter } from '#contract/enquiries.ts'
import type { Queryable } from '#server/database/database.ts'
import { type EnquiryView, joinEach, view } from '#server/enquiries/enquiryStore.ts'
import { type FoundRow, foundTexts, joinFoundTexts } from '#server/enquiries/search/foundRows.ts'
import type { Actor } from '#server/http/actor.ts'
import { afterPlace } from './cursors.ts'
import { boundsOf, conditions, conditionsInOrder, isByStatusAlone, orderBy } from './filters.ts'
import { placeByLandmarks } from './landmarks.ts'
import type { Plan } from './listPlan.ts'
import type { ListRequest } from './listRequest.ts'
import { placeByStretches } from './stretchCounts.ts'
import { keptTotal } from './totals.ts'

/** `keptTotal` is the total of the list in a row of the plan `first`, null in any other. */
export type ListRow = EnquiryView & { sortValue: string | null; keptTotal?: number | null }

/** Reads the rows of a page as `choosePlan` has decided. */
export async function readRows(db: Queryable, actor: Actor, request: ListRequest, plan: Plan): Promise<ListRow[]> {
  switch (plan.kind) {
    case 'empty':
      return []
    case 'first':
      return readPage(db, actor, request, {
        more: db`(${keptTotal(db, actor, request.filter)}) as kept_total`,
      })
    case 'ordered':
      return readPage(db, actor, request)
    case 'reversed':
      return readReversed(db, actor, request, plan)
    case 'stretch': {
      const start = await placeByStretches(db, actor, request)
      return readPage(db, actor, { ...request, ...start })
    }
    case 'landmark': {
      const start = await placeByLandmarks(db, actor, request)
      return start ? readPage(db, actor, { ...request, ...start }) : readRows(db, actor, request, plan.fallback)
    }
    case 'sorted':
      return readPage(db, actor, request, { source: sortedMatches(db, actor, request) })
    case 'lookAhead': {
      const rows = await readPage(db, actor, request, { source: nextInOrder(db, actor, request) })
      return rows.length === request.limit ? rows : readRows(db, actor, request, { kind: 'sorted' })
    }
  }
}

async function readReversed(
  db: Queryable,
  actor: Actor,
  { filter, order }: ListRequest,
  { offset, limit }: Pick<ListRequest, 'offset' | 'limit'>,
) {
  const reversed = { ...order, isDescending: !order.isDescending }
  const rows = await readPage(db, actor, { filter, order: reversed, offset, limit })
  return rows.toReversed()
}

/** Reads those of the enquiries with these numbers, found by the words of a search, that are on the page, in its order. */
export function readSortedNumbers(
  db: Queryable,
  actor: Actor,
  words: string[],
  request: ListRequest,
  numbers: number[],
): Promise<FoundRow[]> {
  const source = db`
    enquiry e where e.company_id = ${actor.companyId} and e.enquiry_no = any(${numbers}::bigint[])
      ${afterPlace(db, request.order, request.after)}`
  return readPage<FoundRow>(db, actor, request, {
    source,
    joined: joinFoundTexts(db, actor, words),
    more: foundTexts(db),
  })
}

/** `source` contains the rows to order and to cut, and calls them `e`. `joined` follows the page, with `more` of its columns. */
async function readPage<Row extends ListRow>(
  db: Queryable,
  actor: Actor,
  request: ListRequest,
  { source = inOrder(db, actor, request), joined = db``, more = db`null::int as kept_total` } = {},
) {
  const { order, limit, offset } = request
  // The inner query leaves the sort value as it is: PostgreSQL would convert that of every skipped row to text.
  const rows = db<Row[]>`
    ${view(
      db,
      actor,
      db`(
        select e.enquiry_no, ${order.column ? db`e.${db(order.column)}` : db`null`} as sort_value
        from ${source}
        order by ${orderBy(db, order)} limit ${db.unsafe(String(limit))} ${offset ? db`offset ${offset}` : db``}
      ) page ${joinEach(db, actor, 'page')} ${joined}`,
      db`page.sort_value::text, ${more}`,
    )}
    order by ${orderBy(db, order)}`
  return isFrequent(request) ? rows : rows.unprepared()
}

/** Whether a query of this shape comes so often that its plan is worth keeping. */
function isFrequent({ filter, order, offset, after }: ListRequest) {
  if (!isByStatusAlone(filter)) return false
  return !order.column || (!filter.enquiryStatus && offset === 0 && !after)
}

/** The matches of the filter, from the index that has them in the order of the list. */
function inOrder(db: Queryable, actor: Actor, { filter, order, after }: ListRequest) {
  return db`
    enquiry e where ${conditionsInOrder(db, actor, filter, order)} ${afterPlace(db, order, after)}`
}

/**
 * The matches of the filter, from the index of the filter: `offset 0` keeps the planner from choosing the index of the
 * order instead. Most columns are in each index; a summary has to be looked up.
 */
function sortedMatches(db: Queryable, actor: Actor, { filter, order, after }: ListRequest) {
  const isLookedUp = order.column === 'summery'
  return db`
    (select ${indexedColumns(db, filter)} from enquiry e where ${conditions(db, actor, filter)} offset 0) ${isLookedUp ? db`found` : db`e`}
    ${isLookedUp ? joinEach(db, actor, 'found') : db``}
    where true ${afterPlace(db, order, after)}`
}

/** `lookAhead` searches this many of the next enquiries, and four more for each row that is wanted. */
const lookedAhead = 5000

/** The matches of the filter among the enquiries that are next in the list of all. */
function nextInOrder(db: Queryable, actor: Actor, { filter, order, after, offset, limit }: ListRequest) {
  return db`
    (
      select ${indexedColumns(db, filter)} from enquiry e
      where e.company_id = ${actor.companyId} ${boundsOf(db, actor, filter, order.column)}
        ${afterPlace(db, order, after)}
      order by ${orderBy(db, order)} limit ${lookedAhead + 4 * (offset + limit)}
    ) e where ${conditions(db, actor, filter)}`
}

/** The columns that lists are filtered and sorted by, except the summary. Not every index has the assignee or the rating. */
function indexedColumns(db: Queryable, filter: EnquiryFilter) {
  return db`
    e.company_id, e.enquiry_no, e.status, e.enquiry_type, e.created_by, e.document_count, e.awaits_answer, e.updated_at
    ${filter.assignee ? db`, e.assignee_id` : db``} ${filter.rating ? db`, e.rating` : db``}`
}
