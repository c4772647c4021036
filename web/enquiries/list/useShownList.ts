import { useDeferredValue, useEffect, useRef } from 'react'
import {
  cancelListRequest,
  type EnquiryPage,
  useGetEnquirySummaryQuery,
  useListEnquiriesQuery,
} from '#web/enquiries/enquiryApi.ts'
import type { ListQuery } from '#web/enquiries/filters/listQuery.ts'
import { useAppDispatch } from '#web/hooks.ts'
import { useCountedList } from './useCountedList.ts'
import { useLiveList } from './useLiveList.ts'
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
function isBehindAll({ page, cursor }: ListQuery, { totalPages, docs, searchedBackTo }: EnquiryPage) {
  return page > totalPages && (!cursor || (docs.length === 0 && searchedBackTo === undefined))
}
