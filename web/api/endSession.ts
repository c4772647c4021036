import { clearSession, readAccessToken } from './session.ts'
import { toastError } from './toasts.ts'

/** Takes notice that the server has ended the session, and says so once: many requests may learn of it. */
export function endSession(reason: string) {
  if (readAccessToken() !== null) toastError(reason)
  clearSession()
}
