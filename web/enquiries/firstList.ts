import { listEnquiries, getEnquirySummary } from '#web/enquiries/enquiryApi.ts'
import { parseListQuery } from '#web/enquiries/filters/listQuery.ts'
import type { AppDispatch } from '#web/hooks.ts'

/** How long the page waits for the rows before it shows a skeleton in their place, in milliseconds. */
const patienceMs = 500

let isFetched = false

/** Takes the list that was requested before the code had arrived, so that the first render has its rows already. */
export async function fetchFirstList(dispatch: AppDispatch) {
  if (!window.earlyResponses?.size) return
  isFetched = true
  const query = parseListQuery(new URLSearchParams())
  const requests = [
    dispatch(listEnquiries.initiate(query, { subscribe: false })),
    dispatch(getEnquirySummary.initiate(undefined, { subscribe: false })),
  ]
  await Promise.race([Promise.all(requests), new Promise((resolve) => setTimeout(resolve, patienceMs))])
}

/** Whether the first list has just been fetched: the first visit of the page then does not fetch it again. */
export function takeFirstList() {
  const wasFetched = isFetched
  isFetched = false
  return wasFetched
}
