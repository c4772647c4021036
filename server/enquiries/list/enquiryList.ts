import type { ListEnquiries } from '#contract/enquiries.ts'
import { limits } from '#contract/limits.ts'
import type { Db } from '#server/database/database.ts'
import type { EnquiryView } from '#server/enquiries/enquiryStore.ts'
import {
  type Deadline,
  findFirstMatches,
  findNumbers,
  type Found,
  readSearch,
  type Search,
  searchDeadline,
} from '#server/enquiries/search/search.ts'
import type { Actor } from '#server/http/actor.ts'
import { fromCursor, toCursor } from './cursors.ts'
import { isByStatusAlone, orderOf, type Order } from './filters.ts'
import { type Asked, type ListRow, readNumbers, readPage, readRows, readSorted, startsAtOnce } from './pageRows.ts'
import { countMatches, keptTotal, type Total } from './totals.ts'

/** The part of a list that is asked for, and where it goes on. */
export type Listed = Total & {
  rows: EnquiryView[]
  nextCursor: string | null
  search?: Search
  /** The oldest number that a search looked at, when it was stopped before the end. */
  stoppedAt?: number
}

/** A page of the company's enquiries, or what comes behind a cursor; a search stops when `signal` aborts. */
export async function listEnquiries(
  dbs: { db: Db; searchDb: Db },
  actor: Actor,
  query: ListEnquiries,
  signal: AbortSignal,
): Promise<Listed> {
  const { page, limit, sort, cursor, countTo = limits.counted, _id, ...filter } = query
  const order = orderOf(sort, filter)
  const after = cursor === undefined ? undefined : fromCursor(cursor, order)
  const counted = Math.min(limits.counted, Math.max(countTo, page * limit))
  const asked = { filter, order, after, limit, offset: after ? 0 : (page - 1) * limit }
  const search = readSearch(filter)
  if (search)
    return {
      ...(await listFound(dbs.searchDb, actor, search, asked, { counted, deadline: searchDeadline(signal) })),
      search,
    }
  if (page === 1 && !after && startsAtOnce(asked)) return firstPage(dbs.db, actor, asked)

  // How many there are decides how those in another order are read.
  const total = await countMatches(dbs.db, actor, filter, order.column ? limits.counted : counted)
  const isBehindAll = asked.offset >= total.total
  // One row more tells whether there is more, where the total does not.
  const isTotalEnough = !after && !total.isMore
  const wanted = isTotalEnough ? asked : { ...asked, limit: limit + 1 }
  const rows = isBehindAll ? [] : await readRows(dbs.db, actor, wanted, total)
  const isLast = isTotalEnough ? asked.offset + rows.length >= total.total : rows.length <= limit
  const told = isByStatusAlone(filter) || total.total <= counted ? total : { total: counted, isMore: true }
  return { ...told, ...endingAt(rows, order, { limit, isLast }) }
}

/** What most lists that are asked for are: the rows and their kept total in one query. */
async function firstPage(db: Db, actor: Actor, asked: Asked): Promise<Listed> {
  const rows = await readPage(db, actor, asked, { total: db`(${keptTotal(db, actor, asked.filter)})` })
  const total = rows[0]?.keptTotal ?? 0
  return { total, isMore: false, ...endingAt(rows, asked.order, { limit: asked.limit, isLast: rows.length >= total }) }
}

/** The rows of a page, and the cursor behind them. */
function endingAt(found: ListRow[], { column }: Order, { limit, isLast }: { limit: number; isLast: boolean }) {
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  const nextCursor = last && !isLast ? toCursor([column ? last.sortValue : null, last.enquiryNo]) : null
  return { rows, nextCursor }
}

type Extent = { counted: number; deadline: Deadline }

async function listFound(db: Db, actor: Actor, search: Search, asked: Asked, extent: Extent): Promise<Listed> {
  const { filter, order, limit } = asked
  const isNewestFirst = !order.column && order.isDescending
  // Before the total: of a search that takes too long, each cursor must lead further all the same.
  const isWalked = isNewestFirst && asked.after !== undefined && !search.isNumberOnly
  const walked = isWalked ? await continueSearch(db, actor, search, asked, extent.deadline) : undefined
  // What comes first in any other order is known only once all are.
  const counted = isNewestFirst ? extent.counted : limits.counted
  const found: Found =
    walked?.stoppedAt === undefined
      ? await findFirstMatches(db, actor, search, filter, { ...extent, counted })
      : { ...walked, isMore: false }
  const total = { total: found.numbers.length, isMore: found.isMore || found.stoppedAt !== undefined }
  if (order.column) {
    const rows = await readSorted(db, actor, { ...asked, limit: limit + 1 }, found.numbers)
    return { ...total, ...endingAt(rows, order, { limit, isLast: rows.length <= limit }), stoppedAt: found.stoppedAt }
  }
  const { numbers, stoppedAt }: Walked = walked ?? { numbers: pageOfFound(found, asked), stoppedAt: found.stoppedAt }
  const goesOn = numbers.length > limit || (!walked && found.isMore && order.isDescending)
  const rows = await readNumbers(db, actor, numbers.slice(0, limit))
  const { nextCursor } = endingAt(rows, order, { limit, isLast: !goesOn })
  if (!goesOn && stoppedAt && order.isDescending)
    return { ...total, rows, nextCursor: toCursor([null, stoppedAt]), stoppedAt }
  const isFirstAlone = rows.length === 1 && rows[0]!.enquiryNo === found.exact
  return { ...total, rows, nextCursor: nextCursor && isFirstAlone ? beforeAll(order) : nextCursor, stoppedAt }
}

/**
 * The numbers of a page, and one more if there are more. The enquiry of the number that was searched for stands first,
 * whatever the direction; a cursor is behind it.
 */
function pageOfFound({ exact, numbers }: Found, { order, limit, offset, after }: Asked) {
  const others = numbers.filter((number) => number !== exact)
  const sorted = order.isDescending ? others : others.toReversed()
  const all = exact === undefined || after ? sorted : [exact, ...sorted]
  const rest = after ? all.filter((number) => (order.isDescending ? number < after[1] : number > after[1])) : all
  return rest.slice(offset, offset + limit + 1)
}

function beforeAll({ isDescending }: Order) {
  return toCursor([null, isDescending ? Number.MAX_SAFE_INTEGER : 0])
}

type Walked = { numbers: number[]; stoppedAt?: number }

/** What comes behind a cursor, the newest first: a client that walks goes on behind what is counted. */
async function continueSearch(
  db: Db,
  actor: Actor,
  { words, enquiryNo }: Search,
  { filter, after, limit }: Asked,
  deadline: Deadline,
): Promise<Walked> {
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
