import { useEffect, useEffectEvent, useRef } from 'react'
import type { Thread } from '#contract/chat.ts'
import { useSeat } from '#web/chat/seat.ts'
import { unreadChanged, useMarkSeenMutation } from '#web/enquiries/seen/seenApi.ts'
import { useAppDispatch } from '#web/hooks.ts'

/** Moves the seen mark, but only while the tab is visible and the end of the thread is in view. */
export function useSeenMark(thread: Thread, isInView: boolean) {
  const dispatch = useAppDispatch()
  const { own: side } = useSeat()
  const [markSeen] = useMarkSeenMutation()
  const marked = useRef(0)
  const { seq = 0, enquiry } = thread.docs.at(-1) ?? {}
  const mark = useEffectEvent(async () => {
    if (!enquiry || !isInView || document.hidden || seq <= marked.current) return
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
  useEffect(() => {
    const markNow = () => void mark()
    markNow()
    document.addEventListener('visibilitychange', markNow)
    return () => document.removeEventListener('visibilitychange', markNow)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new message is the reason to run, not an input
  }, [seq, isInView])
}
