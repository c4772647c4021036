import { useState } from 'react'
import type { HistoryEntry } from '#contract/history.ts'
import { useIsAboutEnquiry } from '#web/enquiries/enquiryNumber.ts'
import { useRefetchOn } from '#web/events/useRefetchOn.ts'
import { useGetHistoryInfiniteQuery } from './historyApi.ts'

export interface OthersSaved {
  /** The newest change that another person has saved since the page opened the enquiry, until it is dismissed. */
  save: HistoryEntry | undefined
  dismiss: () => void
}

/** To be called by the page itself: a part that loads later would miss what is saved before. */
export function useOthersSave(enquiryId: string, userId: string): OthersSaved {
  const history = useGetHistoryInfiniteQuery(enquiryId, { refetchOnMountOrArgChange: true })
  const isAbout = useIsAboutEnquiry(enquiryId)
  useRefetchOn((event) => event.subject === 'enquiry' && event.by !== userId && isAbout(event), history)
  const [dismissed, setDismissed] = useState<string>()
  const entries = history.data?.pages[0]?.docs
  const [mountedAt] = useState(() => Date.now())
  const isFresh = (history.fulfilledTimeStamp ?? 0) >= mountedAt
  // The newest entry of the first response since this page opened: an older one lacks what was saved while it was closed.
  const [opening, setOpening] = useState<{ newest: string | undefined }>()
  if (!opening && entries && isFresh && !history.isFetching) setOpening({ newest: entries[0]?._id })
  if (!opening || !entries) return { save: undefined, dismiss: () => {} }
  const sinceOpening = entries.slice(0, indexOf(entries, opening.newest))
  const save = sinceOpening.find(({ by, action }) => by._id !== userId && isSave(action))
  const isShown = save !== undefined && save._id !== dismissed
  return { save: isShown ? save : undefined, dismiss: () => setDismissed(save?._id) }
}

function indexOf(entries: HistoryEntry[], id: string | undefined) {
  const index = entries.findIndex(({ _id }) => _id === id)
  return index < 0 ? entries.length : index
}

function isSave(action: string) {
  return action === 'changed' || action === 'undone'
}
