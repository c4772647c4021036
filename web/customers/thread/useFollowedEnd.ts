import { useEffect, useRef } from 'react'

/** The page follows its end while it is scrolled to within this distance of it, in CSS pixels. */
const nearEnd = 48

/**
 * Keeps the end of the page in view while the page grows, unless the reader has scrolled up. It begins there if there are
 * messages, and returns there when the reader sends one.
 */
export function useFollowedEnd(hasMessages: boolean, outgoingCount: number) {
  const isFollowing = useRef(hasMessages)
  useEffect(() => {
    const note = () => {
      isFollowing.current = distanceToEnd() < nearEnd
    }
    const follow = () => {
      if (isFollowing.current) showEnd()
    }
    window.addEventListener('scroll', note, { passive: true })
    const observer = 'ResizeObserver' in window ? new ResizeObserver(follow) : undefined
    observer?.observe(document.body)
    return () => {
      window.removeEventListener('scroll', note)
      observer?.disconnect()
    }
  }, [])
  useEffect(() => {
    if (outgoingCount > 0) showEnd()
  }, [outgoingCount])
}

function distanceToEnd() {
  return document.documentElement.scrollHeight - window.innerHeight - window.scrollY
}

export function showEnd() {
  window.scrollTo({ top: document.documentElement.scrollHeight })
}
