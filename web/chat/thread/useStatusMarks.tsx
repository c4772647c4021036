import { useMemo } from 'react'
import { EnquiryStatus, statusLabels } from '#contract/enquiries.ts'
import type { ChangeEvent } from '#contract/events.ts'
import type { HistoryEntry } from '#contract/history.ts'
import { useIsAboutEnquiry } from '#web/enquiries/enquiryNumber.ts'
import { useGetHistoryInfiniteQuery } from '#web/enquiries/history/historyApi.ts'
import { useRefetchOn } from '#web/events/useRefetchOn.ts'
import { StatusMark } from './StatusMark.tsx'
import type { Between } from './threadItems.ts'

const refetchedOn: ChangeEvent['subject'][] = ['enquiry', 'thread']

/** The latest status changes of the enquiry, to be shown in the thread. */
export function useStatusMarks(enquiryId: string): Between[] {
  const history = useGetHistoryInfiniteQuery(enquiryId, { refetchOnMountOrArgChange: true })
  const isAbout = useIsAboutEnquiry(enquiryId)
  useRefetchOn((event) => event.subject === 'user' || (refetchedOn.includes(event.subject) && isAbout(event)), history)
  const pages = history.data?.pages
  return useMemo(() => (pages ?? []).flatMap(({ docs }) => docs.flatMap(toMark)), [pages])
}

function toMark({ _id, action, by, changes, createdAt }: HistoryEntry): Between[] {
  const to = EnquiryStatus.safeParse(changes.status?.[1])
  if (!to.success || action === 'created') return []
  const change = action === 'reopened' ? 'reopened it' : `changed the status to ${statusLabels[to.data]}`
  return [
    { key: _id, at: createdAt, content: <StatusMark name={by.name} change={change} status={to.data} at={createdAt} /> },
  ]
}
