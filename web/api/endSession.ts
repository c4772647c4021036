import { clearSession, readAccessToken } from './session.ts'
import { toastError } from './toasts.ts'

const listeners = new Set<() => void>()

/** Ends the session here after the server has ended it. Many requests may fail at once, but only one toast appears. */
export function endSession(reason: string) {
  const isFirst = readAccessToken() !== null
  if (isFirst) toastError(reason)
  clearSession()
  if (isFirst) for (const listener of listeners) listener()
}

/** Calls `listener` when the server has ended the session. Returns a function that stops this. */
export function onSessionEnded(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
