import { haveEarlyResponsesSucceeded } from '#web/api/opening/earlyResponses.ts'
import { listEnquiries, getEnquirySummary } from '#web/enquiries/enquiryApi.ts'
import { parseListQuery } from '#web/enquiries/filters/listQuery.ts'
import type { AppDispatch } from '#web/hooks.ts'

let isFetched = false

/**
 * Takes the list that was requested before the code had arrived, so that the first render has its rows already. If it was refused, or
 * has not arrived when the page is `late`, the page requests it as usual.
 */
export async function fetchFirstList(dispatch: AppDispatch, late: Promise<void>) {
  if (!window.earlyResponses?.size) return
  if (!(await Promise.race([haveEarlyResponsesSucceeded(), late]))) return
  isFetched = true
  const query = parseListQuery(new URLSearchParams())
  const requests = [
    dispatch(listEnquiries.initiate(query, { subscribe: false })),
    dispatch(getEnquirySummary.initiate(undefined, { subscribe: false })),
  ]
  await Promise.race([Promise.all(requests), late])
}

/** The first list, which has just been fetched: the first visit of the page does not fetch it again, and later ones do. */
export const firstList = {
  isFetched: () => isFetched,
  forget: () => {
    isFetched = false
  },
}
