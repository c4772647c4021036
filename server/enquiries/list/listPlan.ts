/*
 * How a page of the list is read. `choosePlan` and `chooseSearchPlan` choose, `pageRows.ts` and `searchList.ts` run what
 * they chose. `order index`: enquiry_by_no by number or creation, enquiry_by_status by status, enquiry_by_type by type,
 * enquiry_by_summery by summary, enquiry_by_change by last change. `filter index`: the index of the filter with the fewest
 * rows, such as enquiry_type_status, enquiry_raised_by, enquiry_assignee, enquiry_with_documents, enquiry_unanswered or
 * enquiry_rating (enquiry_rated for several ratings).
 *
 * | query                                                     | plan          | read from                                  |
 * | --------------------------------------------------------- | ------------- | ------------------------------------------ |
 * | page 1, at most a status filter; not both status and sort | first         | order index, with the kept total           |
 * | an offset at or after the total                           | empty         | nothing                                    |
 * | at most a status filter:                                  |               |                                            |
 * | - statuses with up to 1000 enquiries, sorted by a column  | sorted        | enquiry_by_status                          |
 * | - after a cursor                                          | ordered       | order index, from the cursor               |
 * | - by number or status, in the first 1024 rows             | ordered       | order index, from its start                |
 * | - by number or status, further down                       | stretch       | enquiry_stretch_count, then order index    |
 * | - by another column                                       | landmark      | enquiry_landmark, then order index         |
 * |   - no status, in the first 2048 rows; or no landmark:    |               |                                            |
 * |     - in the first half                                   | ordered       | order index, from its start                |
 * |     - in the second half                                  | reversed      | order index, from its end                  |
 * | other filters:                                            |               |                                            |
 * | - by number, not filtered by last change                  | ordered       | filter index or enquiry_by_no              |
 * | - up to 10,000 matches                                    | sorted        | filter index                               |
 * |   - by summary, where the page is near in its index       | ordered       | enquiry_by_summery                         |
 * | - more matches, by last change, type or summary           | ordered       | order index                                |
 * | - more matches, filtered by last change, number or status | lookAhead     | order index; if that is too little, sorted |
 * | - more matches, by status, not filtered by last change    | ordered       | enquiry_by_status                          |
 * | a search:                                                 |               |                                            |
 * | - sorted by a column                                      | sortedMatches | enquiry_words_words, then enquiry_by_no    |
 * | - newest first, after a cursor                            | nextMatches   | enquiry_words_words, below the cursor      |
 * | - by number                                               | firstMatches  | enquiry_words_words, then enquiry_by_no    |
 */
import type { Search } from '#server/enquiries/search/search.ts'
import { isByStatusAlone } from './filters.ts'
import { spacing } from './landmarks.ts'
import type { ListRequest } from './listRequest.ts'
import { stretchSize } from './stretches.ts'
import type { Total } from './totals.ts'

/** `companyTotal` is the number of all enquiries of the company; only some plans depend on it. */
export type Counts = Total & { companyTotal?: number }

type StartPlan = { kind: 'ordered' } | { kind: 'reversed'; offset: number; limit: number }
export type Plan =
  | StartPlan
  | { kind: 'first' | 'empty' | 'stretch' | 'sorted' | 'lookAhead' }
  | { kind: 'landmark'; fallback: StartPlan }

export type SearchPlan = 'firstMatches' | 'nextMatches' | 'sortedMatches'

/** Statuses with at most this many enquiries are sorted: walking the order index would pass too many others. */
const sortedOfStatus = 1000
/** Only enquiry_by_summery contains summaries. Reading one elsewhere takes as long as passing this many rows of the index. */
const passedPerSummary = 50

/** Whether the page starts at the beginning of an index and its total is kept, so that nothing has to be counted first. */
export function isFirstPage({ filter, order, after, offset }: ListRequest) {
  return !after && offset === 0 && isByStatusAlone(filter) && !(order.column && filter.enquiryStatus)
}

/** Whether `choosePlan` compares the total of the filter with that of the company. */
export function needsCompanyTotal({ filter, order, offset }: ListRequest, { total, isMore }: Total) {
  return order.column === 'summery' && !isByStatusAlone(filter) && !isMore && offset < total
}

/** `counts` is undefined for a first page. */
export function choosePlan(request: ListRequest, counts: Counts | undefined): Plan {
  if (!counts) return { kind: 'first' }
  if (request.offset >= counts.total) return { kind: 'empty' }
  return isByStatusAlone(request.filter) ? planByStatus(request, counts.total) : planFiltered(request, counts)
}

function planByStatus(request: ListRequest, total: number): Plan {
  const { column } = request.order
  const { enquiryStatus } = request.filter
  if (column && enquiryStatus && total <= sortedOfStatus) return { kind: 'sorted' }
  if (request.after) return { kind: 'ordered' }
  if (!column || column === 'status') return { kind: request.offset < stretchSize ? 'ordered' : 'stretch' }
  const fallback = planFromNearerEnd(request, total)
  const isBeforeFirstLandmark = !enquiryStatus && request.offset < spacing
  return isBeforeFirstLandmark ? fallback : { kind: 'landmark', fallback }
}

function planFromNearerEnd({ offset, limit }: ListRequest, total: number): StartPlan {
  const fromEnd = total - offset - limit
  if (offset <= fromEnd) return { kind: 'ordered' }
  return { kind: 'reversed', offset: Math.max(0, fromEnd), limit: Math.min(limit, total - offset) }
}

function planFiltered({ filter, order: { column }, offset, limit }: ListRequest, counts: Counts): Plan {
  const { total, isMore, companyTotal } = counts
  const isByLastChange = filter.updatedFrom !== undefined || filter.updatedTo !== undefined
  if (!column && !isByLastChange) return { kind: 'ordered' }
  if (!isMore) {
    const isNear = companyTotal !== undefined && ((offset + limit) * companyTotal) / total < total * passedPerSummary
    return { kind: isNear ? 'ordered' : 'sorted' }
  }
  // In these orders the matches may be far apart: a change of last week may be of the oldest enquiry.
  const isScattered = isByLastChange && (!column || column === 'status')
  return { kind: isScattered ? 'lookAhead' : 'ordered' }
}

export function chooseSearchPlan({ order, after }: ListRequest, { isNumberOnly }: Search): SearchPlan {
  if (order.column) return 'sortedMatches'
  return order.isDescending && after && !isNumberOnly ? 'nextMatches' : 'firstMatches'
}
