import type { ListEnquiries } from '#contract/enquiries.ts'
import { limits } from '#contract/limits.ts'
import type { Db, Queryable } from '#server/database/database.ts'
import type { FoundRow } from '#server/enquiries/search/foundRows.ts'
import { readSearch, type Search, searchDeadline } from '#server/enquiries/search/search.ts'
import type { Actor } from '#server/http/actor.ts'
import { cutPage } from './cursors.ts'
import { isByStatusAlone } from './filters.ts'
import { choosePlan, type Counts, isFirstPage, needsCompanyTotal } from './listPlan.ts'
import { type ListRequest, toListRequest } from './listRequest.ts'
import { readRows } from './pageRows.ts'
import { type Listed, listMatches } from './searchList.ts'
import type { SharedRows } from './sharedRows.ts'
import { countMatches } from './totals.ts'

/** Lists a page of the company's enquiries, or the rows after a cursor. A search stops when `signal` aborts. */
export async function listEnquiries(
  { db, searchDb, sharedRows }: { db: Db; searchDb: Db; sharedRows: SharedRows },
  actor: Actor,
  query: ListEnquiries,
  signal: AbortSignal,
): Promise<Listed | (Listed<FoundRow> & { search: Search })> {
  const { page, limit, countTo = limits.counted } = query
  const request = toListRequest(query)
  const counted = Math.min(limits.counted, Math.max(countTo, page * limit))
  const search = readSearch(request.filter)
  if (!search) {
    const list = () => listFiltered(db, actor, request, counted)
    return page === 1 && !request.after ? sharedRows.find(db, actor, query, list) : list()
  }
  const listed = await listMatches(searchDb, actor, search, request, { counted, deadline: searchDeadline(signal) })
  return { ...listed, search }
}

async function listFiltered(db: Queryable, actor: Actor, request: ListRequest, counted: number): Promise<Listed> {
  const { filter, order, after, limit, offset } = request
  const counts = isFirstPage(request) ? undefined : await readCounts(db, actor, request, counted)
  // One extra row shows whether there are more, where the total does not.
  const isTotalEnough = !after && !counts?.isMore
  const wanted = isTotalEnough ? request : { ...request, limit: limit + 1 }
  const rows = await readRows(db, actor, wanted, choosePlan(wanted, counts))
  const { total, isMore } = counts ?? { total: rows[0]?.keptTotal ?? 0, isMore: false }
  const isLast = isTotalEnough ? offset + rows.length >= total : rows.length <= limit
  const shown = isByStatusAlone(filter) || total <= counted ? { total, isMore } : { total: counted, isMore: true }
  return { ...shown, ...cutPage(rows, order, { limit, isLast }) }
}

/** A list that is sorted by a column is counted up to the limit, whatever is shown: its plan depends on the total. */
async function readCounts(db: Queryable, actor: Actor, request: ListRequest, counted: number): Promise<Counts> {
  const { filter, order } = request
  const total = await countMatches(db, actor, filter, order.column ? limits.counted : counted)
  if (!needsCompanyTotal(request, total)) return total
  return { ...total, companyTotal: (await countMatches(db, actor, {})).total }
}
