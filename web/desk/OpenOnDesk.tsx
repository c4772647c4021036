import { useEffect, useEffectEvent } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import type { User } from '#contract/accounts.ts'
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
  isPhone: boolean
  isShowingDetails: boolean
  onNext: ((state?: object) => void) | undefined
}

/** The open enquiry on the desk: its thread, from the host's seat, and its details. */
export function OpenOnDesk({ enquiryId, user, query, isPhone, isShowingDetails, onNext }: OpenOnDeskProps) {
  const details = useGetEnquiryQuery(enquiryId, { refetchOnMountOrArgChange: true })
  const thread = useThread(enquiryId)
  const isAbout = useIsAboutEnquiry(enquiryId)
  useRefetchOn((event) => event.subject === 'user' || (refetchedOn.includes(event.subject) && isAbout(event)), details)
  const enquiry = details.data
  useFocusOnThread(thread.thread !== undefined)
  if (enquiry === null) return <NotFound noun="Enquiry" />
  return (
    <Seat value="host">
      <PageTitle>{enquiry ? `${enquiry.enquiryId} · Desk` : 'Desk'}</PageTitle>
      <Pane place="thread" isShown={!isShowingDetails}>
        <ThreadPane {...{ enquiryId, enquiry, user, query, isPhone, thread, onNext }} isLoading={details.isLoading} />
      </Pane>
      <Pane place="details" isShown={isShowingDetails}>
        <DetailsPane
          enquiry={enquiry}
          failure={details.error}
          user={user}
          query={query}
          isPhone={isPhone}
          onRetry={() => void details.refetch()}
        />
      </Pane>
    </Seat>
  )
}

/**
 * Moves the focus to the thread once it is shown, where the next step begins: reading, and then a single key. Not if the
 * person is already elsewhere, or the reply box takes the focus.
 */
function useFocusOnThread(isShown: boolean) {
  const { state } = useLocation()
  const isNew = useNavigationType() !== NavigationType.Pop
  const place = useEffectEvent(() => {
    const active = document.activeElement
    const isFree = !active || active === document.body || active.closest('ol[data-queue]') !== null
    if (isNew && !state?.isReplying && isFree) document.querySelector<HTMLElement>('[role=log]')?.focus()
  })
  useEffect(() => {
    if (isShown) place()
  }, [isShown])
}
