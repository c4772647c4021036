import { useEffect, useEffectEvent } from 'react'

/** Calls back when somebody looks at this page again that was hidden for at least so many milliseconds. */
export function useReturn(absence: number, onReturned: () => void) {
  const arrive = useEffectEvent(onReturned)
  useEffect(() => {
    let hiddenAt = document.hidden ? Date.now() : undefined
    const follow = () => {
      if (!document.hidden && hiddenAt !== undefined && Date.now() - hiddenAt >= absence) arrive()
      hiddenAt = document.hidden ? Date.now() : undefined
    }
    document.addEventListener('visibilitychange', follow)
    return () => document.removeEventListener('visibilitychange', follow)
  }, [absence])
}
