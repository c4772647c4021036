import { useEffect, useEffectEvent } from 'react'

/** Calls back when the page becomes visible again after being hidden for at least `minAbsenceMs`. */
export function useOnReturn(minAbsenceMs: number, onReturned: () => void) {
  const report = useEffectEvent(onReturned)
  useEffect(() => {
    let hiddenAt = document.hidden ? Date.now() : undefined
    const followVisibility = () => {
      if (!document.hidden && hiddenAt !== undefined && Date.now() - hiddenAt >= minAbsenceMs) report()
      hiddenAt = document.hidden ? Date.now() : undefined
    }
    document.addEventListener('visibilitychange', followVisibility)
    return () => document.removeEventListener('visibilitychange', followVisibility)
  }, [minAbsenceMs])
}
