import { useEffect } from 'react'

const unkept = new Set<{ key: string }>()

/**
 * While this device has no room for a draft, the browser asks before the page closes, and logging out counts the draft.
 */
export function useUnkept(key: string, isUnkept: boolean) {
  useEffect(() => {
    if (!isUnkept) return
    const entry = { key }
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    unkept.add(entry)
    window.addEventListener('beforeunload', ask)
    return () => {
      unkept.delete(entry)
      window.removeEventListener('beforeunload', ask)
    }
  }, [key, isUnkept])
}

/** The keys of the drafts that only the page has. */
export function unkeptKeys() {
  return [...unkept].map(({ key }) => key)
}
