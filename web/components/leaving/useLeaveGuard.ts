import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'

/**
 * Holds whoever would leave the page while it has input that is not saved. `release` it when the input has
 * arrived, before moving on.
 */
export function useLeaveGuard(isUnsaved: boolean) {
  const isReleased = useRef(false)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isUnsaved && !isReleased.current && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!isUnsaved) return
    // Closing the tab: browsers ask in words of their own.
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
