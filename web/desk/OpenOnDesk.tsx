import type { User } from '#contract/accounts.ts'
import type { DeskSummary } from '#contract/desk.ts'
import type { ChangeEvent } from '#contract/events.ts'
import { Seat } from '#web/chat/seat.ts'
import { useThread } from '#web/chat/thread/useThread.ts'
import { NotFound } from '#web/components/notices/NotFound.tsx'
import { PageTitle } from '#web/components/PageTitle.tsx'
import { useGetEnquiryQuery } from '#web/enquiries/enquiryApi.ts'
import { useIsAboutEnquiry } from '#web/enquiries/enquiryNumber.ts'
import { useRefetchOn } from '#web/events/useRefetchOn.ts'
import type { DeskQuery } from './deskQuery.ts'
import { DetailsPane } from './DetailsPane.tsx'
import { Pane } from './Pane.tsx'
import { ThreadPane } from './ThreadPane.tsx'

const refetchedOn: ChangeEvent['subject'][] = ['enquiry', 'thread']

interface OpenOnDeskProps {
  enquiryId: string
  user: User
  query: DeskQuery
  isShowingDetails: boolean
  summary: DeskSummary | undefined
  onNext: ((state?: object) => void) | undefined
}

/** The open enquiry on the desk: its thread, from the host's seat, and its details. */
export function OpenOnDesk({ enquiryId, user, query, isShowingDetails, summary, onNext }: OpenOnDeskProps) {
  const details = useGetEnquiryQuery(enquiryId, { refetchOnMountOrArgChange: true })
  const thread = useThread(enquiryId)
  const isAbout = useIsAboutEnquiry(enquiryId)
  useRefetchOn((event) => event.subject === 'user' || (refetchedOn.includes(event.subject) && isAbout(event)), details)
  const enquiry = details.data
  if (enquiry === null) return <NotFound noun="Enquiry" />
  return (
    <Seat value="host">
      <PageTitle>{enquiry ? `${enquiry.enquiryId} · Desk` : 'Desk'}</PageTitle>
      <Pane isShown={!isShowingDetails}>
        <ThreadPane {...{ enquiryId, enquiry, user, query, thread, onNext }} isLoading={details.isLoading} />
      </Pane>
      <Pane isShown={isShowingDetails}>
        <DetailsPane
          enquiry={enquiry}
          failure={details.error}
          user={user}
          query={query}
          summary={summary}
          onRetry={() => void details.refetch()}
        />
      </Pane>
    </Seat>
  )
}
