import { clearSession, readAccessToken } from './session.ts'
import { toastError } from './toasts.ts'

/** Ends the session here after the server has ended it. Many requests may fail at once, but only one toast appears. */
export function endSession(reason: string) {
  if (readAccessToken() !== null) toastError(reason)
  clearSession()
}
