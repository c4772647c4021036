import { useEffect, useEffectEvent, useRef } from 'react'
import type { Thread } from '#contract/chat.ts'
import { selectUser } from '#web/accounts/accountSlice.ts'
import { useSeat } from '#web/chat/seat.ts'
import { useIsAboutEnquiry } from '#web/enquiries/enquiryNumber.ts'
import { unreadChanged, useMarkSeenMutation } from '#web/enquiries/seen/seenApi.ts'
import { onNews, type News } from '#web/events/news.ts'
import { useAppDispatch, useAppSelector } from '#web/hooks.ts'

/**
 * Moves the seen mark, but only while the tab is visible and the end of the thread is in view. From the host's seat, the
 * mark covers notes and assignments too, so it is sent for each of them, also in a thread without messages.
 */
export function useSeenMark(enquiry: string, thread: Thread, isInView: boolean) {
  const dispatch = useAppDispatch()
  const { own: side } = useSeat()
  const isOthersWork = useIsOthersWork(enquiry)
  const [markSeen] = useMarkSeenMutation()
  const nothing = side === 'host' ? -1 : 0
  const marked = useRef(nothing)
  const seq = thread.docs.at(-1)?.seq ?? 0
  const mark = useEffectEvent(async () => {
    if (!isInView || document.hidden || seq <= marked.current) return
    const before = marked.current
    marked.current = seq
    try {
      void dispatch(unreadChanged(await markSeen({ enquiry, seq, side }).unwrap()))
    } catch (error) {
      // The next message, or showing the tab again, tries once more.
      marked.current = before
      console.debug('Failed to send a seen mark', error)
    }
  })
  const markAgain = useEffectEvent((news: News) => {
    if (side !== 'host' || !isOthersWork(news)) return
    marked.current = nothing
    void mark()
  })
  useEffect(() => {
    const markNow = () => void mark()
    markNow()
    document.addEventListener('visibilitychange', markNow)
    return () => document.removeEventListener('visibilitychange', markNow)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new message is the reason to run, not an input
  }, [seq, isInView])
  useEffect(() => onNews((news) => markAgain(news)), [])
}

/** Whether the news may be a note or a change of this enquiry by someone else. */
function useIsOthersWork(enquiry: string) {
  const userId = useAppSelector(selectUser)?._id
  const isAbout = useIsAboutEnquiry(enquiry)
  return (news: News) =>
    news === null || (['note', 'enquiry'].includes(news.subject) && news.by !== userId && isAbout(news))
}
