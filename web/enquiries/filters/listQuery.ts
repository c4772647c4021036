import { useEventCallback } from '@mui/material/utils'
import { startTransition, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { ListEnquiries, type EnquirySort, type EnquiryStatus } from '#contract/enquiries.ts'
import { limits } from '#contract/limits.ts'
import { momentsOf, parsePeriod, type Period } from './periods.ts'

/** Which part of the list is on the screen: all of it is in the address. */
export interface ListQuery extends ListFilter {
  page: number
  limit: number
  sort?: ListSort
  /** Behind what is counted, a page is found by where the one before it ended. */
  cursor?: string
}

/** Which enquiries are meant, in whatever order. */
export interface ListFilter {
  search?: string
  enquiryStatus?: EnquiryStatus[]
  enquiryType?: string[]
  raisedBy?: string[]
  hasDocuments?: boolean
  unanswered?: boolean
  created?: Period
  updated?: Period
}

export type ListSort = EnquirySort | `-${EnquirySort}`

/** What a list without any filter has. */
export const noFilter = {
  search: undefined,
  enquiryStatus: undefined,
  enquiryType: undefined,
  raisedBy: undefined,
  hasDocuments: undefined,
  unanswered: undefined,
  created: undefined,
  updated: undefined,
} satisfies ListFilter

const fields = ListEnquiries.shape

/** What is not understood in a typed or outdated address is left out. */
export function parseListQuery(params: URLSearchParams): ListQuery {
  const given = (name: string) => params.get(name) ?? undefined
  return {
    page: fields.page.catch(1).parse(given('page')),
    limit: fields.limit.catch(limits.page.size).parse(given('limit')),
    search: fields.search.catch(undefined).parse(given('search')) || undefined,
    enquiryStatus: fields.enquiryStatus.catch(undefined).parse(given('enquiryStatus')),
    enquiryType: fields.enquiryType.catch(undefined).parse(params.getAll('enquiryType')),
    raisedBy: fields.raisedBy.catch(undefined).parse(given('raisedBy')),
    hasDocuments: fields.hasDocuments.catch(undefined).parse(given('hasDocuments')),
    unanswered: fields.unanswered.catch(undefined).parse(given('unanswered')),
    created: parsePeriod(params.get('created')),
    updated: parsePeriod(params.get('updated')),
    sort: fields.sort.catch(undefined).parse(given('sort')),
    cursor: fields.cursor.catch(undefined).parse(given('cursor')),
  }
}

/**
 * The query of the address, and a way to change it. Any change but of the page begins at page one. The page is drawn
 * with a new query when it has the time; `ask` is told at once, and `isAsked` says that it was.
 */
export function useListQuery(ask: (query: ListQuery) => void) {
  const [params, setParams] = useSearchParams()
  const [asked, setAsked] = useState<string>()
  const query = useMemo(() => parseListQuery(params), [params])
  const change = useEventCallback((changes: Partial<ListQuery>, options?: { replace: boolean }) => {
    // The address may be ahead of what is drawn by now.
    const latest = parseListQuery(new URLSearchParams(window.location.search))
    const wanted = new URLSearchParams(toParams({ ...latest, page: 1, cursor: undefined, ...changes }))
    ask(parseListQuery(wanted))
    startTransition(() => {
      setAsked(wanted.toString())
      setParams(wanted, options)
    })
  })
  const address = params.toString()
  // Come back to later, it is asked for again.
  useEffect(() => startTransition(() => setAsked((last) => (last === address ? undefined : last))), [address])
  return { query, isAsked: asked === address, change }
}

/** The address of this part of the list. */
export function listAddress(query: ListQuery) {
  return { search: new URLSearchParams(toParams(query)).toString() }
}

/** What a view of the list is saved as: its address without the page number. */
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

/** The filters as the server takes them: a day begins and ends where the viewer is. */
export function askedFilter({ created, updated, ...filter }: ListFilter) {
  const [createdAt, updatedAt] = [momentsOf(created), momentsOf(updated)]
  return {
    search: filter.search,
    enquiryStatus: filter.enquiryStatus?.join(','),
    enquiryType: filter.enquiryType,
    raisedBy: filter.raisedBy?.join(','),
    hasDocuments: filter.hasDocuments?.toString(),
    unanswered: filter.unanswered?.toString(),
    createdFrom: createdAt.from,
    createdTo: createdAt.to,
    updatedFrom: updatedAt.from,
    updatedTo: updatedAt.to,
  }
}

/** Where the filters alone are equal, the same enquiries are meant. */
export function filterOf({
  page: _page,
  limit: _limit,
  sort: _sort,
  cursor: _cursor,
  ...filter
}: ListQuery): ListFilter {
  return filter
}

/** How many filters are on. A search is told by its box. */
export function filterCount(query: ListQuery) {
  const { search: _search, enquiryStatus = [], enquiryType = [], raisedBy = [], ...others } = filterOf(query)
  const several = [...enquiryStatus, ...enquiryType, ...raisedBy]
  return several.length + Object.values(others).filter((value) => value !== undefined).length
}

export function isFiltered(query: ListQuery) {
  return Object.values(filterOf(query)).some((value) => value !== undefined)
}
