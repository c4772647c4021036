import { useSyncExternalStore } from 'react'

let count = 0
const listeners = new Set<() => void>()

/** How many enquiries have something new, as every page's title says it. */
export function setUnreadCount(next: number) {
  if (next === count) return
  count = next
  for (const listener of listeners) listener()
}

export function useUnreadCount() {
  return useSyncExternalStore(subscribe, () => count)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function countLabel(unread: number) {
  return unread > 99 ? '99+' : String(unread)
}
