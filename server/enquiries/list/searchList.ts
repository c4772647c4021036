import { limits } from '#contract/limits.ts'
import type { Db } from '#server/database/database.ts'
import type { EnquiryView } from '#server/enquiries/enquiryStore.ts'
import { type FoundRow, readFound } from '#server/enquiries/search/foundRows.ts'
import {
  type Deadline,
  findFirstMatches,
  findNumbers,
  type Found,
  type Search,
} from '#server/enquiries/search/search.ts'
import type { Actor } from '#server/http/actor.ts'
import { cutPage, toCursor } from './cursors.ts'
import type { Order } from './filters.ts'
import { chooseSearchPlan } from './listPlan.ts'
import type { ListRequest } from './listRequest.ts'
import { type ListRow, readSortedNumbers } from './pageRows.ts'
import type { Total } from './totals.ts'

/** A page of a list, and the cursor of the next one. */
export type Listed<Row = EnquiryView> = Total & {
  rows: Row[]
  nextCursor: string | null
  /** The lowest number that a search reached, if it was stopped before the end. */
  stoppedAt?: number
}

/** How many matches are counted, and when the search stops. */
type Extent = { counted: number; deadline: Deadline }

/** Lists a page of the enquiries that a search finds. */
export async function listMatches(
  db: Db,
  actor: Actor,
  search: Search,
  request: ListRequest,
  extent: Extent,
): Promise<Listed<FoundRow>> {
  switch (chooseSearchPlan(request, search)) {
    case 'sortedMatches':
      return listSortedMatches(db, actor, search, request, extent)
    case 'firstMatches':
      return listFirstMatches(db, actor, search, request, extent)
    case 'nextMatches':
      return listNextMatches(db, actor, search, request, extent)
  }
}

/** All matches up to the limit are needed to find the first ones of a column. */
async function listSortedMatches(
  db: Db,
  actor: Actor,
  search: Search,
  request: ListRequest,
  { deadline }: Extent,
): Promise<Listed<FoundRow>> {
  const { filter, order, limit } = request
  const found = await findFirstMatches(db, actor, search, filter, { counted: limits.counted, deadline })
  const rows = await readSortedNumbers(db, actor, search.words, { ...request, limit: limit + 1 }, found.numbers)
  const page = cutPage(rows, order, { limit, isLast: rows.length <= limit })
  return { ...totalOf(found), ...page, stoppedAt: found.stoppedAt }
}

async function listFirstMatches(
  db: Db,
  actor: Actor,
  search: Search,
  request: ListRequest,
  { counted, deadline }: Extent,
): Promise<Listed<FoundRow>> {
  const { filter, order, limit, offset, after } = request
  const isStart = order.isDescending && offset === 0 && !after && search.enquiryNo === undefined
  // A search finds the newest first, so the oldest are known only once all are found.
  const extent = {
    counted: order.isDescending ? counted : limits.counted,
    deadline,
    shown: isStart ? limit : undefined,
  }
  const found = await findFirstMatches(db, actor, search, filter, extent)
  const { exact, stoppedAt } = found
  const numbers = pageOfMatches(found, request)
  const shown = numbers.slice(0, limit)
  const rows = found.rows?.length === shown.length ? found.rows : await readFound(db, actor, search.words, shown)
  const isMore = numbers.length > limit || (found.isMore && order.isDescending)
  return { ...totalOf(found), rows, nextCursor: cursorAfter(rows, order, { isMore, exact, stoppedAt }), stoppedAt }
}

/**
 * The numbers of a page, and one more if there are more. The enquiry whose number was searched for comes first in either
 * direction; a cursor is after it.
 */
function pageOfMatches({ exact, numbers }: Found, { order, limit, offset, after }: ListRequest) {
  const others = numbers.filter((number) => number !== exact)
  const sorted = order.isDescending ? others : others.toReversed()
  const all = exact === undefined || after ? sorted : [exact, ...sorted]
  const rest = after ? all.filter((number) => (order.isDescending ? number < after[1] : number > after[1])) : all
  return rest.slice(offset, offset + limit + 1)
}

/** Continues below the cursor before it counts: even if every search is stopped, each cursor leads further. */
async function listNextMatches(
  db: Db,
  actor: Actor,
  search: Search,
  request: ListRequest,
  extent: Extent,
): Promise<Listed<FoundRow>> {
  const { filter, order, limit } = request
  const { numbers, stoppedAt } = await continueSearch(db, actor, search, request, extent.deadline)
  const found =
    stoppedAt === undefined
      ? await findFirstMatches(db, actor, search, filter, extent)
      : { numbers, isMore: false, stoppedAt }
  const rows = await readFound(db, actor, search.words, numbers.slice(0, limit))
  const isMore = numbers.length > limit
  return { ...totalOf(found), rows, nextCursor: cursorAfter(rows, order, { isMore, stoppedAt }), stoppedAt }
}

/** The next numbers below the cursor, and one more if there are more. */
async function continueSearch(
  db: Db,
  actor: Actor,
  { words, enquiryNo }: Search,
  { filter, after, limit }: ListRequest,
  deadline: Deadline,
): Promise<{ numbers: number[]; stoppedAt?: number }> {
  const numbers: number[] = []
  let below = 1
  const reach = { wanted: limit + 1, below: after![1], deadline }
  for await (const batch of findNumbers(db, actor, words, filter, reach)) {
    numbers.push(...batch.numbers.filter((number) => number !== enquiryNo))
    below = batch.below
    if (numbers.length > limit) break
  }
  const isStopped = numbers.length <= limit && below > 1
  return { numbers: numbers.slice(0, limit + 1), stoppedAt: isStopped ? below : undefined }
}

function totalOf({ numbers, isMore, stoppedAt }: Found): Total {
  return { total: numbers.length, isMore: isMore || stoppedAt !== undefined }
}

type PageEnd = { isMore: boolean; exact?: number; stoppedAt?: number }

function cursorAfter(rows: ListRow[], { isDescending }: Order, { isMore, exact, stoppedAt }: PageEnd) {
  if (!isMore) return stoppedAt && isDescending ? toCursor([null, stoppedAt]) : null
  const last = rows.at(-1)
  if (!last) return null
  const isExactAlone = rows.length === 1 && last.enquiryNo === exact
  // The exact match comes first wherever its number belongs, so the others begin at either end.
  if (isExactAlone) return toCursor([null, isDescending ? Number.MAX_SAFE_INTEGER : 0])
  return toCursor([null, last.enquiryNo])
}
