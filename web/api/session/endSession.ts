import { toastError } from '#web/api/toasts.ts'
import { announceEnd, clearSession, readAccessToken } from './session.ts'

/** Ends the session here after the server has ended it. Many requests may fail at once, but only one toast appears. */
export function endSession(reason: string) {
  const isFirst = readAccessToken() !== null
  if (isFirst) toastError(reason)
  clearSession()
  if (isFirst) announceEnd()
}
