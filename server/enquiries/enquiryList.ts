import type { EnquiryFilter, ListEnquiries } from '#contract/enquiries.ts'
import { limits } from '#contract/limits.ts'
import type { Db } from '#server/database/database.ts'
import type { Actor } from '#server/http/actor.ts'
import { fromCursor, toCursor } from './cursors.ts'
import { isByStatusAlone, orderOf, type Order } from './enquiryFilters.ts'
import type { EnquiryView } from './enquiryStore.ts'
import { countMatches, keptTotal, type Total } from './enquiryTotals.ts'
import { type Asked, type ListRow, readNumbers, readPage, readRows, readSorted, startsAtOnce } from './pageRows.ts'
import { find, findNumbers, type Found, readSearch, type Search } from './search.ts'

/** The part of a list that is asked for, and where it goes on. */
export type Listed = Total & { rows: EnquiryView[]; nextCursor: string | null; search?: Search }

/** A page of the company's enquiries, or what comes behind a cursor. */
export async function listEnquiries(
  dbs: { db: Db; searchDb: Db },
  actor: Actor,
  query: ListEnquiries,
): Promise<Listed> {
  const { page, limit, sort, cursor, countTo = limits.counted, _id, ...filter } = query
  const order = orderOf(sort, filter)
  const after = cursor === undefined ? undefined : fromCursor(cursor, order)
  const counted = Math.min(limits.counted, Math.max(countTo, page * limit))
  const asked = { filter, order, after, limit, offset: after ? 0 : (page - 1) * limit }
  const search = readSearch(filter)
  if (search) return { ...(await listFound(dbs.searchDb, actor, search, asked, counted)), search }
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

async function listFound(db: Db, actor: Actor, search: Search, asked: Asked, counted: number): Promise<Listed> {
  const { filter, order, limit } = asked
  // What comes first in any other order is known only once all are.
  const isNewestFirst = !order.column && order.isDescending
  const found = await find(db, actor, search, filter, isNewestFirst ? counted : limits.counted)
  const total = { total: found.numbers.length, isMore: found.isMore }
  if (order.column) {
    const rows = await readSorted(db, actor, { ...asked, limit: limit + 1 }, found.numbers)
    return { ...total, ...endingAt(rows, order, { limit, isLast: rows.length <= limit }) }
  }
  const goesOn = found.isMore && order.isDescending
  let numbers = pageOfFound(found, { ...asked, limit: limit + 1 })
  if (goesOn && asked.after && numbers.length <= limit) {
    numbers = await walkOn(db, actor, search, filter, { below: asked.after[1], wanted: limit + 1 })
  }
  const rows = await readNumbers(db, actor, numbers.slice(0, limit))
  const isLast = numbers.length <= limit && !(goesOn && !asked.after)
  const { nextCursor } = endingAt(rows, order, { limit, isLast })
  const isFirstAlone = rows.length === 1 && rows[0]!.enquiryNo === found.exact
  return { ...total, rows, nextCursor: nextCursor && isFirstAlone ? beforeAll(order) : nextCursor }
}

/** The enquiry of the number that was searched for stands first, whatever the direction; a cursor is behind it. */
function pageOfFound({ exact, numbers }: Found, { order, limit, offset, after }: Asked) {
  const others = numbers.filter((number) => number !== exact)
  const sorted = order.isDescending ? others : others.toReversed()
  if (!after) return [...(exact === undefined ? [] : [exact]), ...sorted].slice(offset, offset + limit)
  return sorted.filter((number) => (order.isDescending ? number < after[1] : number > after[1])).slice(0, limit)
}

function beforeAll({ isDescending }: Order) {
  return toCursor([null, isDescending ? Number.MAX_SAFE_INTEGER : 0])
}

/** A client that walks goes on behind what is counted. */
async function walkOn(
  db: Db,
  actor: Actor,
  { words, enquiryNo }: Search,
  filter: EnquiryFilter,
  reach: { below: number; wanted: number },
) {
  const numbers: number[] = []
  for await (const batch of findNumbers(db, actor, words, filter, reach)) {
    numbers.push(...batch.filter((number) => number !== enquiryNo))
    if (numbers.length >= reach.wanted) break
  }
  return numbers.slice(0, reach.wanted)
}
