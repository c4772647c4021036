import { skipToken } from '@reduxjs/toolkit/query'
import { useDeferredValue, useEffect, useRef, useEffectEvent, useMemo, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { countPages } from '#contract/paging.ts'
import { selectUser } from '#web/accounts/accountSlice.ts'
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

/** The wanted part of the list and its counts, kept as they are on the server; `isAsked`: it was asked for already. */
export function useShownList(query: ListQuery, isAsked: boolean) {
  const list = useListEnquiriesQuery(query, { refetchOnMountOrArgChange: !isAsked })
  const summary = useGetEnquirySummaryQuery(undefined, { refetchOnMountOrArgChange: true })
  const counted = useCountedList(query, list)
  // Many rows take their time to be drawn: whoever types or presses meanwhile comes first.
  const { isInUse, reportUse } = useRowsInUse()
  const { hold, ...steady } = useSteadyList(query, useDeferredValue(counted), isInUse)
  useLiveList(list, summary, hold)
  useLastSearchOnly(query)
  const refresh = () => {
    steady.release()
    void Promise.all([list.refetch(), summary.refetch()])
  }
  return {
    ...steady,
    reportUse,
    summary: summary.data,
    failure: list.error,
    isRefetching: list.isFetching && list.data !== undefined,
    isBehindAll: list.currentData !== undefined && isBehindAll(query, list.currentData),
    lastPage: list.currentData?.totalPages,
    refresh,
  }
}

/** A search that was typed over is called off: nobody waits for it any more. */
function useLastSearchOnly(query: ListQuery) {
  const dispatch = useAppDispatch()
  const latest = useRef(query)
  useEffect(() => {
    const before = latest.current
    latest.current = query
    if (before !== query && before.search) dispatch(cancelListRequest(before))
  }, [query, dispatch])
}

/** What is not counted is reached by a cursor only. A search that was stopped may have found nothing there yet. */
function isBehindAll({ page, cursor }: ListQuery, { totalPages, docs, searchedBackTo }: PageOfEnquiries) {
  return page > totalPages && (!cursor || (docs.length === 0 && searchedBackTo === undefined))
}

interface List {
  data?: PageOfEnquiries
  /** Not there until the answer to what is asked now. */
  currentData?: PageOfEnquiries
  fulfilledTimeStamp?: number
}

/** What the list shows, with its whole total once that is counted: a search that finds much comes without it. */
function useCountedList(query: ListQuery, list: List): PageOfEnquiries | undefined {
  const { data, currentData, fulfilledTimeStamp } = list
  // The total of what is shown, while what is asked now is still on its way.
  const [shownFor, setShownFor] = useState(query)
  if (currentData && shownFor !== query) setShownFor(query)
  const isInPart =
    data !== undefined && data.totalIsMore && data.totalDocs < limits.counted && data.searchedBackTo === undefined
  const {
    currentData: total,
    isUninitialized,
    refetch,
  } = useCountEnquiriesQuery(isInPart ? filterOf(shownFor) : skipToken)
  const countAnew = useEffectEvent(() => {
    if (!isUninitialized) void refetch()
  })
  useEffect(() => {
    if (fulfilledTimeStamp) countAnew()
  }, [fulfilledTimeStamp])
  return useMemo(() => {
    if (!data || !isInPart || !total) return data
    return { ...data, ...total, totalPages: countPages(total.totalDocs, data.limit) }
  }, [data, isInPart, total])
}

type Refetchable = Parameters<typeof useRefetchOn>[1]

/** Keeps the list and its counts as they are on the server. `onOthers` is called before what others did is fetched. */
function useLiveList(list: Refetchable, summary: Refetchable, onOthers: () => void) {
  const user = useAppSelector(selectUser)
  // What was missed was others' doing.
  const miss = useEffectEvent(onOthers)
  useEffect(() => onNews((news) => news === null && miss()), [])
  useRefetchOn(({ subject, by }) => {
    if (subject === 'seen') return by === user?._id
    if (subject !== 'enquiry' && subject !== 'thread' && subject !== 'user') return false
    if (by !== user?._id) onOthers()
    return true
  }, list)
  useRefetchOn(({ subject }) => subject === 'enquiry', summary)
}
