import { useSyncExternalStore } from 'react'

let count = 0
const listeners = new Set<() => void>()

/** Sets the number of unread enquiries, which every page title shows. */
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
