import { useEffect, useRef, useState, type RefObject } from 'react'
import { markSeen } from './threadApi.ts'

/** Tells the server how far the page has shown the thread: while it is visible, with its end in view. */
export function useSeenByCustomer(token: string, seq: number, isAtEnd: boolean) {
  const reported = useRef(0)
  const isVisible = useIsVisible()
  useEffect(() => {
    if (!isVisible || !isAtEnd || seq <= reported.current) return
    const before = reported.current
    reported.current = seq
    markSeen(token, seq).catch(() => {
      // The next message, or the next visit, tells it.
      reported.current = before
    })
  }, [token, seq, isAtEnd, isVisible])
}

function useIsVisible() {
  const [isVisible, setIsVisible] = useState(() => document.visibilityState === 'visible')
  useEffect(() => {
    const look = () => setIsVisible(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return isVisible
}

/** The box covers at least this much of the end of the window, in CSS pixels. */
const boxHeight = 60

/** Whether an element at the end of the page is in the window. */
export function useIsInView(mark: RefObject<HTMLElement | null>) {
  const [isInView, setIsInView] = useState(true)
  useEffect(() => {
    if (!mark.current || !('IntersectionObserver' in window)) return
    const observer = new IntersectionObserver((entries) => setIsInView(entries.at(-1)!.isIntersecting), {
      rootMargin: `0px 0px -${boxHeight}px`,
    })
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [mark])
  return isInView
}
