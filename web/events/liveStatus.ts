import { useSyncExternalStore } from 'react'

/** `joining` until the stream runs for the first time; `lost` from its loss until it runs again. */
export type LiveStatus = 'joining' | 'live' | 'lost'

let status: LiveStatus = 'joining'
const listeners = new Set<() => void>()

export function setLiveStatus(next: LiveStatus) {
  if (next === status) return
  status = next
  for (const listener of listeners) listener()
}

export function readLiveStatus() {
  return status
}

/** Calls back each time the stream runs from now on. Returns how to stop. */
export function onLive(listener: () => void) {
  return subscribe(() => status === 'live' && listener())
}

export function useLiveStatus() {
  return useSyncExternalStore(subscribe, readLiveStatus)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
