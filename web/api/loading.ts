import { useSyncExternalStore } from 'react'

const inFlight = { all: 0, foreground: 0 }
const listeners = new Set<() => void>()

/** Counts a request until `work` is done. Nobody waits for a background request. */
export async function counted<T>(background: boolean, work: () => Promise<T>): Promise<T> {
  add(1, background)
  try {
    return await work()
  } finally {
    add(-1, background)
  }
}

function add(change: 1 | -1, background: boolean) {
  inFlight.all += change
  if (!background) inFlight.foreground += change
  for (const listener of listeners) listener()
}

export function requestsInFlight() {
  return inFlight.all
}

/** Whether someone is waiting for a request. */
export function useIsLoading() {
  return useSyncExternalStore(subscribe, () => inFlight.foreground > 0)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
