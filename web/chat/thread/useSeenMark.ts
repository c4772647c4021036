import { useEffect, useEffectEvent, useRef } from 'react'
import type { Thread } from '#contract/chat.ts'
import { useSeat } from '#web/chat/seat.ts'
import { unreadChanged, useMarkSeenMutation } from '#web/enquiries/seen/seenApi.ts'
import { useAppDispatch } from '#web/hooks.ts'

/** Tells how far a thread has been read: only while the tab is shown, and the end of the thread is in sight. */
export function useSeenMark(thread: Thread, isInSight: boolean) {
  const dispatch = useAppDispatch()
  const { own: side } = useSeat()
  const [markSeen] = useMarkSeenMutation()
  const marked = useRef(0)
  const { seq = 0, enquiry } = thread.docs.at(-1) ?? {}
  const mark = useEffectEvent(async () => {
    if (!enquiry || !isInSight || document.hidden || seq <= marked.current) return
    const before = marked.current
    marked.current = seq
    try {
      void dispatch(unreadChanged(await markSeen({ enquiry, seq, side }).unwrap()))
    } catch (error) {
      // It is told with the next message, or when the tab is shown again.
      marked.current = before
      console.debug('A seen mark was not told', error)
    }
  })
  useEffect(() => {
    const tell = () => void mark()
    tell()
    document.addEventListener('visibilitychange', tell)
    return () => document.removeEventListener('visibilitychange', tell)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new message is why, not with what
  }, [seq, isInSight])
}
