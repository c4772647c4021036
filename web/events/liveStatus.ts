import { useSyncExternalStore } from 'react'

/** `joining` until the stream first connects; `lost` from a disconnection until it reconnects. */
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

/** Calls `listener` each time the stream connects. Returns a function that stops this. */
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
