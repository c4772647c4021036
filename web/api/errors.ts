import type { ErrorResponse } from '#contract/errors.ts'

export interface Failure {
  /** The HTTP status; 0 if the server could not be reached. */
  status: number
  code: ErrorResponse['code'] | 'unreachable'
  message: string
  errors?: Record<string, string>
  /** The server's `Retry-After`, in milliseconds. */
  retryAfter?: number
  /** With code `stale`: the server's current version. */
  data?: unknown
}

export const unreachable: Failure = { status: 0, code: 'unreachable', message: 'Cannot reach the server' }

export function isFailure(error: unknown): error is Failure {
  const isObject = typeof error === 'object' && error !== null && !(error instanceof Error)
  return isObject && 'code' in error && 'status' in error
}

/** Whether the server refused the request; a server that is unreachable or overloaded did not. */
export function isRefusal(failure: Failure) {
  return failure.code !== 'unreachable' && failure.code !== 'unavailable'
}

const passingStatuses = [0, 408, 425, 429]

/** Whether the same request may succeed later. */
export function isPassing({ status, code }: Failure) {
  return passingStatuses.includes(status) || status >= 500 || code === 'in_progress'
}
