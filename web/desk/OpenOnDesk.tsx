import { Suspense, useEffect, useEffectEvent, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import type { User } from '#contract/accounts.ts'
import type { ChangeEvent } from '#contract/events.ts'
import type { HistoryEntry } from '#contract/history.ts'
import { reported } from '#web/api/reporting.ts'
import { Seat } from '#web/chat/seat.ts'
import { useThread, useThreadAhead } from '#web/chat/thread/useThread.ts'
import { lazy } from '#web/components/lazy/lazy.ts'
import { NotFound } from '#web/components/notices/NotFound.tsx'
import { PageTitle } from '#web/components/PageTitle.tsx'
import { useGetEnquiryQuery } from '#web/enquiries/enquiryApi.ts'
import { useIsAboutEnquiry } from '#web/enquiries/enquiryNumber.ts'
import { useOthersSave } from '#web/enquiries/history/useOthersSave.ts'
import { useRefetchOn } from '#web/events/useRefetchOn.ts'
import type { DeskQuery } from './deskQuery.ts'
import { DetailsPane } from './DetailsPane.tsx'
import { Pane } from './Pane.tsx'
import { ThreadPane } from './ThreadPane.tsx'

const OthersSave = lazy(async () => ({
  default: (await import('#web/enquiries/history/OthersSave.tsx')).OthersSave,
}))

const refetchedOn: ChangeEvent['subject'][] = ['enquiry', 'thread']

interface OpenOnDeskProps {
  enquiryId: string
  user: User
  query: DeskQuery
  isPhone: boolean
  isShowingDetails: boolean
  onNext: ((state?: object) => void) | undefined
  /** The id of the enquiry that `onNext` opens, if it is loaded. */
  nextId: string | undefined
}

/** The open enquiry on the desk: its thread, from the host's seat, and its details. */
export function OpenOnDesk({ enquiryId, user, query, isPhone, isShowingDetails, onNext, nextId }: OpenOnDeskProps) {
  const details = useGetEnquiryQuery(enquiryId, { refetchOnMountOrArgChange: true })
  const thread = useThread(enquiryId)
  useThreadAhead(thread.thread ? nextId : undefined)
  const othersSaved = useOthersSave(enquiryId, user._id)
  const isAbout = useIsAboutEnquiry(enquiryId)
  useRefetchOn((event) => event.subject === 'user' || (refetchedOn.includes(event.subject) && isAbout(event)), details)
  const enquiry = details.data
  // The thread waits for the question, which is part of the enquiry.
  useFocusOnThread(thread.thread !== undefined && !details.isLoading)
  useFocusBetweenPanes(isShowingDetails)
  if (enquiry === null) {
    return (
      <Pane place="rest" isShown>
        <NotFound noun="Enquiry" />
      </Pane>
    )
  }
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
          {...{ isPhone, isShowingDetails, onNext }}
          onRetry={() => void reported(details.refetch())}
        />
      </Pane>
      <Suspense>
        <OthersSave {...othersSaved} isShownElsewhere={isMarked} />
      </Suspense>
    </Seat>
  )
}

/** The thread has a mark for each change of status. */
function isMarked({ changes }: HistoryEntry) {
  return Object.keys(changes).every((field) => field === 'status')
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
    const isFree = !active || active === document.body || active.closest('ol[data-queue], header') !== null
    if (isNew && !state?.isReplying && isFree) document.querySelector<HTMLElement>('[role=log]')?.focus()
  })
  useEffect(() => {
    if (isShown) place()
  }, [isShown])
}

/** Where the details take the place of the thread, the focus goes to the pane that is shown. */
function useFocusBetweenPanes(isShowingDetails: boolean) {
  const wasShowing = useRef(isShowingDetails)
  useEffect(() => {
    if (wasShowing.current === isShowingDetails) return
    wasShowing.current = isShowingDetails
    document.querySelector<HTMLElement>(isShowingDetails ? '[data-details]' : '[role=log]')?.focus()
  }, [isShowingDetails])
}
