import { skipToken } from '@reduxjs/toolkit/query'
import { useDeferredValue, useEffect, useRef, useEffectEvent, useMemo, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { countPages } from '#contract/paging/countPages.ts'
import { selectUser } from '#web/accounts/accountSlice.ts'
import { reported } from '#web/api/reporting.ts'
import {
  cancelListRequest,
  type PageOfEnquiries,
  useGetEnquirySummaryQuery,
  useListEnquiriesQuery,
  useCountEnquiriesQuery,
} from '#web/enquiries/enquiryApi.ts'
import { type ListQuery, filterOf } from '#web/enquiries/filters/listQuery.ts'
import { onNews } from '#web/events/news.ts'
import { useRefetchOn } from '#web/events/useRefetchOn.ts'
import { useAppDispatch, useAppSelector } from '#web/hooks.ts'
import { useRowsInUse } from './useRowsInUse.ts'
import { useSteadyList } from './useSteadyList.ts'

/** The requested page of the list and its counts, kept up to date. With `isPrefetched` its request is already under way. */
export function useShownList(query: ListQuery, isPrefetched: boolean) {
  const list = useListEnquiriesQuery(query, { refetchOnMountOrArgChange: !isPrefetched })
  const summary = useGetEnquirySummaryQuery(undefined, { refetchOnMountOrArgChange: !isPrefetched })
  const counted = useCountedList(query, list)
  // Many rows take a while to render, and input comes first.
  const { isInUse, reportUse } = useRowsInUse()
  const { hold, ...steady } = useSteadyList(query, useDeferredValue(counted), isInUse)
  useLiveList(list, summary, hold, query.search !== undefined)
  useLastSearchOnly(query)
  const refresh = () => {
    steady.release()
    void reported(list.refetch())
    void reported(summary.refetch())
  }
  // Rows of another filter must not stand below this one's failure.
  const isOfAnother = list.isError && list.currentData === undefined
  return {
    ...steady,
    page: isOfAnother ? undefined : steady.page,
    reportUse,
    summary: summary.data,
    // One failure of the server is reported once.
    failure: list.error ?? (list.data && summary.error),
    missingPart: list.error ? 'The enquiries' : 'The totals',
    isRefetching: list.isFetching && list.data !== undefined,
    isPastEnd: list.currentData !== undefined && isPastEnd(query, list.currentData),
    lastPage: list.currentData?.totalPages,
    refresh,
  }
}

/** Cancels the requests of a search that has been replaced by another. */
function useLastSearchOnly(query: ListQuery) {
  const dispatch = useAppDispatch()
  const latest = useRef(query)
  useEffect(() => {
    const before = latest.current
    latest.current = query
    if (before !== query && before.search) dispatch(cancelListRequest(before))
  }, [query, dispatch])
}

/** Rows beyond the counted ones need a cursor. A stopped search may have found nothing on its page yet. */
function isPastEnd({ page, cursor }: ListQuery, { totalPages, docs, searchedBackTo }: PageOfEnquiries) {
  return page > totalPages && (!cursor || (docs.length === 0 && searchedBackTo === undefined))
}

interface List {
  data?: PageOfEnquiries
  /** Undefined until the response to the current query. */
  currentData?: PageOfEnquiries
  fulfilledTimeStamp?: number
}

/** The page with its full total, which a search with many matches counts in a second request. */
function useCountedList(query: ListQuery, list: List): PageOfEnquiries | undefined {
  const { data, currentData, fulfilledTimeStamp } = list
  // Until the response to the current query, the total belongs to the page still shown.
  const [shownFor, setShownFor] = useState(query)
  if (currentData && shownFor !== query) setShownFor(query)
  const isPartial =
    data !== undefined && data.totalIsMore && data.totalDocs < limits.counted && data.searchedBackTo === undefined
  const {
    currentData: total,
    isUninitialized,
    refetch,
  } = useCountEnquiriesQuery(isPartial ? filterOf(shownFor) : skipToken)
  const recount = useEffectEvent(() => {
    if (!isUninitialized) void refetch()
  })
  useEffect(() => {
    if (fulfilledTimeStamp) recount()
  }, [fulfilledTimeStamp])
  return useMemo(() => {
    if (!data || !isPartial || !total) return data
    return { ...data, ...total, totalPages: countPages(total.totalDocs, data.limit) }
  }, [data, isPartial, total])
}

const listSubjects = ['enquiry', 'thread', 'user']

type Refetchable = Parameters<typeof useRefetchOn>[1]

/**
 * Refetches the list and its counts when they change, a search also when a note does. `onOthers` is called before others'
 * changes are fetched.
 */
function useLiveList(list: Refetchable, summary: Refetchable, onOthers: () => void, isSearch: boolean) {
  const user = useAppSelector(selectUser)
  // Missed events count as others' changes.
  const miss = useEffectEvent(onOthers)
  useEffect(() => onNews((news) => news === null && miss()), [])
  useRefetchOn(({ subject, by }) => {
    if (subject === 'seen') return by === user?._id
    if (!listSubjects.includes(subject) && !(isSearch && subject === 'note')) return false
    if (by !== user?._id) onOthers()
    return true
  }, list)
  useRefetchOn(({ subject }) => subject === 'enquiry', summary)
}
