import type { EnquiryFilter, ListEnquiries } from '#contract/enquiries.ts'
import { limits } from '#contract/limits.ts'
import type { Db } from '#server/database/database.ts'
import type { Actor } from '#server/http/actor.ts'
import { behind, fromCursor, type Place, toCursor } from './cursors.ts'
import { conditions, isByStatusAlone, orderBy, orderOf, type Order } from './enquiryFilters.ts'
import { type EnquiryView, ofPage, view } from './enquiryStore.ts'
import { countMatches, keptTotal, type Total } from './enquiryTotals.ts'
import { placeByLandmarks } from './landmarks.ts'
import { find, findNumbers, type Found, readSearch, type Search } from './search.ts'
import { placeByStretches } from './stretchCounts.ts'

/** The part of a list that is asked for, and where it goes on. */
export type Listed = Total & { rows: EnquiryView[]; nextCursor: string | null; search?: Search }

type Asked = { filter: EnquiryFilter; order: Order; after?: Place; offset: number; limit: number }
type ListRow = EnquiryView & { sortValue: string | null; keptTotal?: number | null }

/** A page of the company's enquiries, or what comes behind a cursor. */
export async function listEnquiries(
  dbs: { db: Db; searchDb: Db },
  actor: Actor,
  query: ListEnquiries,
): Promise<Listed> {
  const { page, limit, sort, cursor, countTo = limits.counted, _id, ...filter } = query
  const order = orderOf(sort)
  const after = cursor === undefined ? undefined : fromCursor(cursor, order)
  const counted = Math.min(limits.counted, Math.max(countTo, page * limit))
  const asked = { filter, order, after, limit, offset: after ? 0 : (page - 1) * limit }
  const search = readSearch(filter)
  if (search) return { ...(await listFound(dbs.searchDb, actor, search, asked, counted)), search }
  if (page === 1 && !after && isByStatusAlone(filter)) return firstPage(dbs.db, actor, asked)

  const total = await countMatches(dbs.db, actor, filter, counted)
  const isBehindAll = asked.offset >= total.total
  // One row more tells whether there is more, where the total does not.
  const isTotalEnough = !after && !total.isMore
  const wanted = isTotalEnough ? asked : { ...asked, limit: limit + 1 }
  const rows = isBehindAll ? [] : await readRows(dbs.db, actor, wanted, total.total)
  const isLast = isTotalEnough ? asked.offset + rows.length >= total.total : rows.length <= limit
  return { ...total, ...endingAt(rows, order, { limit, isLast }) }
}

/** What most lists that are asked for are: the rows and their kept total in one query. */
async function firstPage(db: Db, actor: Actor, asked: Asked): Promise<Listed> {
  const rows = await readPage(db, actor, asked, db`(${keptTotal(db, actor, asked.filter)})`)
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

async function readRows(db: Db, actor: Actor, asked: Asked, total: number): Promise<ListRow[]> {
  const { filter, order, limit, after } = asked
  const start = asked.offset > 0 ? await startOf(db, actor, asked) : undefined
  const offset = start?.offset ?? asked.offset
  // The end of a list that is counted exactly is nearer from behind.
  const fromEnd = total - offset - limit
  if (!start && !after && isByStatusAlone(filter) && offset > fromEnd) {
    const turned = { ...order, isDescending: !order.isDescending }
    const rest = Math.min(limit, total - offset)
    const rows = await readPage(db, actor, { filter, order: turned, limit: rest, offset: Math.max(0, fromEnd) })
    return rows.toReversed()
  }
  return readPage(db, actor, { filter, order, limit, offset, after: start?.after ?? after })
}

/** Where a list begins for which the kept totals tell it: near the page. */
async function startOf(db: Db, actor: Actor, { filter, order, offset }: Asked) {
  if (!isByStatusAlone(filter)) return undefined
  const isByStretches = order.column === undefined || order.column === 'status'
  return (isByStretches ? placeByStretches : placeByLandmarks)(db, actor, filter, order, offset)
}

async function readPage(db: Db, actor: Actor, asked: Asked, total = db`null::int`) {
  const { filter, order, after, limit, offset } = asked
  // What it is sorted by becomes a text outside: inside, it would of each row that is skipped.
  return db<ListRow[]>`
    ${view(
      db,
      actor,
      db`(
        select e.enquiry_no, ${order.column ? db`e.${db(order.column)}` : db`null`} as sort_value
        from enquiry e
        where ${conditions(db, actor, filter)} ${after ? behind(db, order, after) : db``}
        order by ${orderBy(db, order)} limit ${db.unsafe(String(limit))} ${offset ? db`offset ${offset}` : db``}
      ) page ${ofPage(db, actor)}`,
      db`page.sort_value::text, ${total} as kept_total`,
    )}
    order by ${orderBy(db, order)}`
}

async function listFound(db: Db, actor: Actor, search: Search, asked: Asked, counted: number): Promise<Listed> {
  const { filter, order, limit } = asked
  // What comes first in any other order is known only once all are.
  const isNewestFirst = !order.column && order.isDescending
  const found = await find(db, actor, search, filter, isNewestFirst ? counted : limits.counted)
  const total = { total: found.numbers.length, isMore: found.isMore }
  if (order.column) {
    const rows = await readFoundSorted(db, actor, { ...asked, filter: {}, limit: limit + 1, numbers: found.numbers })
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
  return toCursor([null, isDescending ? 2_147_483_647 : 0])
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

async function readFoundSorted(
  db: Db,
  actor: Actor,
  { numbers, order, after, limit, offset }: Asked & { numbers: number[] },
) {
  return db<ListRow[]>`
    ${view(
      db,
      actor,
      db`(
        select e.enquiry_no, e.${db(order.column!)} as sort_value from enquiry e
        where e.company_id = ${actor.companyId} and e.enquiry_no = any(${numbers}::int[])
          ${after ? behind(db, order, after) : db``}
        order by ${orderBy(db, order)} limit ${limit} offset ${offset}
      ) page ${ofPage(db, actor)}`,
      db`page.sort_value::text`,
    )}
    order by ${orderBy(db, order)}`
}

/** The enquiries of these numbers, in their order. */
export async function readNumbers(db: Db, actor: Actor, numbers: number[]) {
  return db<ListRow[]>`
    ${view(
      db,
      actor,
      db`unnest(${numbers}::int[]) with ordinality as page(enquiry_no, place) ${ofPage(db, actor)}`,
      db`null as sort_value`,
    )}
    order by page.place`
}
