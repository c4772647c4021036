import { useEventCallback } from '@mui/material/utils'
import { startTransition, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { EnquiryStatus } from '#contract/enquiries.ts'
import { enquirySorts, enquiryStatuses, type EnquirySort } from '#contract/enquiries/choices.ts'
import { limits } from '#contract/limits.ts'
import { cleaned } from '#contract/text/cleaned.ts'
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

/**
 * Ignores values in a typed or outdated address that are not valid, by the rules of the contract's `ListEnquiries`. That schema
 * would be loaded before the rows.
 */
export function parseListQuery(params: URLSearchParams): ListQuery {
  const given = (name: string) => params.get(name) || undefined
  const listed = (name: string) => given(name)?.split(',')
  return {
    page: wholeNumber(given('page'), limits.page.last) ?? 1,
    limit: wholeNumber(given('limit'), limits.page.maxSize) ?? limits.page.size,
    search: upTo(limits.search, given('search')),
    enquiryStatus: allOf(listed('enquiryStatus'), (text) => enquiryStatuses.find((status) => status === text)),
    enquiryType: allOf(params.getAll('enquiryType').filter(Boolean), (text) => upTo(limits.enquiryType, text)),
    raisedBy: allOf(listed('raisedBy'), guid),
    assignee: allOf(listed('assignee'), (text) => (text === 'unassigned' ? text : guid(text))),
    hasDocuments: yesOrNo(given('hasDocuments')),
    unanswered: yesOrNo(given('unanswered')),
    rating: allOf(listed('rating'), (text) => wholeNumber(text, limits.rating)),
    created: parsePeriod(params.get('created')),
    updated: parsePeriod(params.get('updated')),
    sort: enquirySorts.flatMap((sort) => [sort, `-${sort}` as const]).find((sort) => sort === given('sort')),
    cursor: upTo(limits.cursor, given('cursor')),
  }
}

/** The values of a filter; undefined if there are none, too many, or one is not valid. */
function allOf<T>(texts: string[] = [], parse: (text: string) => T | undefined) {
  const values = texts.map(parse).filter((value) => value !== undefined)
  const areValid = values.length === texts.length && values.length > 0 && values.length <= limits.filterValues
  return areValid ? values : undefined
}

/** A number from 1. */
function wholeNumber(text: string | undefined, most: number) {
  const number = Number(text)
  return Number.isInteger(number) && number >= 1 && number <= most ? number : undefined
}

function upTo(most: number, text: string | undefined) {
  const clean = cleaned(text ?? '')
  return clean && clean.length <= most ? clean : undefined
}

function guid(text: string) {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text) ? text : undefined
}

function yesOrNo(text: string | undefined) {
  if (!text) return undefined
  if (/^(true|1)$/i.test(text)) return true
  return /^(false|0)$/i.test(text) ? false : undefined
}

/**
 * The query in the address, and a way to change it. Any change except of the page starts at page 1. The page renders
 * the new query in a transition; `prefetch` is called at once, and `isPrefetched` says so. `first` is the list without a query.
 */
export function useListQuery(
  prefetch: (query: ListQuery) => void,
  first: { isFetched: () => boolean; forget: () => void },
) {
  const [params, setParams] = useSearchParams()
  const [prefetched, setPrefetched] = useState(() => (first.isFetched() ? '' : undefined))
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
  useEffect(() => {
    first.forget()
    startTransition(() => setPrefetched((last) => (last === address ? undefined : last)))
  }, [address, first])
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
