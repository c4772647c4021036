import { useEventCallback } from '@mui/material/utils'
import { startTransition, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { ListEnquiries, type EnquirySort, type EnquiryStatus } from '#contract/enquiries.ts'
import { limits } from '#contract/limits.ts'
import { momentsOf, parsePeriod, type Period } from './periods.ts'

/** The part of the list on the screen. The address holds all of it. */
export interface ListQuery extends ListFilter {
  page: number
  limit: number
  sort?: ListSort
  /** Beyond the counted rows a page is found by the end of the one before it. */
  cursor?: string
}

/** Selects enquiries, in any order. */
export interface ListFilter {
  search?: string
  enquiryStatus?: EnquiryStatus[]
  enquiryType?: string[]
  raisedBy?: string[]
  /** User ids, or `unassigned`. */
  assignee?: string[]
  hasDocuments?: boolean
  unanswered?: boolean
  /** The customers' ratings, from 1 to 5. */
  rating?: number[]
  created?: Period
  updated?: Period
}

export type ListSort = EnquirySort | `-${EnquirySort}`

/** Clears every filter. */
export const noFilter = {
  search: undefined,
  enquiryStatus: undefined,
  enquiryType: undefined,
  raisedBy: undefined,
  assignee: undefined,
  hasDocuments: undefined,
  unanswered: undefined,
  rating: undefined,
  created: undefined,
  updated: undefined,
} satisfies ListFilter

const fields = ListEnquiries.shape

/** Ignores values in a typed or outdated address that are not valid. */
export function parseListQuery(params: URLSearchParams): ListQuery {
  const given = (name: string) => params.get(name) ?? undefined
  return {
    page: fields.page.catch(1).parse(given('page')),
    limit: fields.limit.catch(limits.page.size).parse(given('limit')),
    search: fields.search.catch(undefined).parse(given('search')) || undefined,
    enquiryStatus: fields.enquiryStatus.catch(undefined).parse(given('enquiryStatus')),
    enquiryType: fields.enquiryType.catch(undefined).parse(params.getAll('enquiryType')),
    raisedBy: fields.raisedBy.catch(undefined).parse(given('raisedBy')),
    assignee: fields.assignee.catch(undefined).parse(given('assignee')),
    hasDocuments: fields.hasDocuments.catch(undefined).parse(given('hasDocuments')),
    unanswered: fields.unanswered.catch(undefined).parse(given('unanswered')),
    rating: fields.rating.catch(undefined).parse(given('rating')),
    created: parsePeriod(params.get('created')),
    updated: parsePeriod(params.get('updated')),
    sort: fields.sort.catch(undefined).parse(given('sort')),
    cursor: fields.cursor.catch(undefined).parse(given('cursor')),
  }
}

/**
 * The query in the address, and a way to change it. Any change except of the page starts at page 1. The page renders
 * the new query in a transition; `prefetch` is called at once, and `isPrefetched` says so.
 */
export function useListQuery(prefetch: (query: ListQuery) => void) {
  const [params, setParams] = useSearchParams()
  const [prefetched, setPrefetched] = useState<string>()
  const query = useMemo(() => parseListQuery(params), [params])
  const change = useEventCallback((changes: Partial<ListQuery>, options?: { replace: boolean }) => {
    // The address may already be ahead of the rendered query.
    const latest = parseListQuery(new URLSearchParams(window.location.search))
    const wanted = new URLSearchParams(toParams({ ...latest, page: 1, cursor: undefined, ...changes }))
    prefetch(parseListQuery(wanted))
    startTransition(() => {
      setPrefetched(wanted.toString())
      setParams(wanted, options)
    })
  })
  const address = params.toString()
  // A later visit fetches it again.
  useEffect(() => startTransition(() => setPrefetched((last) => (last === address ? undefined : last))), [address])
  return { query, isPrefetched: prefetched === address, change }
}

/** The address of a part of the list. */
export function listAddress(query: ListQuery) {
  return { search: new URLSearchParams(toParams(query)).toString() }
}

/** The form in which a view is saved: the address without the page number. */
export function viewOf(query: ListQuery) {
  return new URLSearchParams(toParams({ ...query, page: 1, cursor: undefined })).toString()
}

function toParams(query: ListQuery) {
  const { page, limit, enquiryType = [], ...rest } = query
  const paging = { page: page > 1 ? page : '', limit: limit === limits.page.size ? '' : limit }
  const types = enquiryType.map((type) => ['enquiryType', type] as const)
  const pairs = Object.entries({ ...rest, ...paging }).filter(([, value]) => value !== undefined && value !== '')
  return [...types, ...pairs].map(([name, value]): [string, string] => [name, String(value)])
}

/** The filters as query parameters. Days begin and end in the viewer's time zone. */
export function toFilterParams({ created, updated, ...filter }: ListFilter) {
  const [createdAt, updatedAt] = [momentsOf(created), momentsOf(updated)]
  return {
    search: filter.search,
    enquiryStatus: filter.enquiryStatus?.join(','),
    enquiryType: filter.enquiryType,
    raisedBy: filter.raisedBy?.join(','),
    assignee: filter.assignee?.join(','),
    hasDocuments: filter.hasDocuments?.toString(),
    unanswered: filter.unanswered?.toString(),
    rating: filter.rating?.join(','),
    createdFrom: createdAt.from,
    createdTo: createdAt.to,
    updatedFrom: updatedAt.from,
    updatedTo: updatedAt.to,
  }
}

/** The filter of a query, without its page and order. */
export function filterOf({
  page: _page,
  limit: _limit,
  sort: _sort,
  cursor: _cursor,
  ...filter
}: ListQuery): ListFilter {
  return filter
}

/** The values of a filter, as many as the server takes; undefined if there are none. */
export function nonEmpty<T>(values: T[]) {
  return values.length ? values.slice(0, limits.filterValues) : undefined
}

/** The number of active filters. The search box shows the search, so it does not count. */
export function filterCount(query: ListQuery) {
  const { search: _search, ...filter } = filterOf(query)
  return Object.values(filter).reduce<number>((sum, value) => sum + [value ?? []].flat().length, 0)
}

export function isFiltered(query: ListQuery) {
  return Object.values(filterOf(query)).some((value) => value !== undefined)
}
