import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'

/**
 * Blocks leaving the page while it has unsaved input. Call `release` once the input is saved, before navigating.
 */
export function useLeaveGuard(isUnsaved: boolean) {
  const isReleased = useRef(false)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isUnsaved && !isReleased.current && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!isUnsaved) return
    // When the tab closes, the browser asks with its own text.
    const ask = (event: BeforeUnloadEvent) => {
      if (!isReleased.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnsaved])
  return {
    isAsking: blocker.state === 'blocked',
    stay: () => blocker.reset?.(),
    leave: () => blocker.proceed?.(),
    release: () => {
      isReleased.current = true
    },
  }
}
