import { skipToken } from '@reduxjs/toolkit/query'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { countPages } from '#contract/paging.ts'
import { type EnquiryPage, useCountEnquiriesQuery } from '#web/enquiries/enquiryApi.ts'
import { filterOf, type ListQuery } from '#web/enquiries/filters/listQuery.ts'

interface List {
  data?: EnquiryPage
  /** Not there until the answer to what is asked now. */
  currentData?: EnquiryPage
  fulfilledTimeStamp?: number
}

/** What the list shows, with its whole total once that is counted: a search that finds much comes without it. */
export function useCountedList(query: ListQuery, list: List): EnquiryPage | undefined {
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
