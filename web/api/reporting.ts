import { isFailure, unreachable, type Failure } from './errors.ts'
import { toastError } from './toasts.ts'

let isServerLost = false

/** The server has responded to a request. */
export function noteResponse() {
  isServerLost = false
}

/** Shows why a request failed; that the server is unreachable only once, until it responds again. */
export function reportFailure(message: string) {
  const isLost = message === unreachable.message
  if (!isLost || !isServerLost) toastError(message)
  isServerLost = isLost
}

/** Shows why a refetch failed that a person has asked for. Other refetches fail without a toast. */
export async function reported(refetch: PromiseLike<{ error?: unknown }> | void) {
  const result = await refetch
  if (isReportable(result?.error)) reportFailure(result.error.message)
}

/** Whether a failure is still to be shown: the end of the session has been. */
export function isReportable(error: unknown): error is Failure {
  return isFailure(error) && error.status !== 401
}
