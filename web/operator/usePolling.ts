import { useEffect, useEffectEvent } from 'react'

/** Calls back at this interval while the page is visible, and at once when it is shown again. Without an interval, never. */
export function usePolling(everyMs: number | undefined, onDue: () => void) {
  const poll = useEffectEvent(onDue)
  useEffect(() => {
    if (everyMs === undefined) return
    const start = () => (document.hidden ? undefined : window.setInterval(poll, everyMs))
    let timer = start()
    const followVisibility = () => {
      window.clearInterval(timer)
      timer = start()
      if (!document.hidden) poll()
    }
    document.addEventListener('visibilitychange', followVisibility)
    return () => {
      window.clearInterval(timer)
      document.removeEventListener('visibilitychange', followVisibility)
    }
  }, [everyMs])
}
