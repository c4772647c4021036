import type { ErrorResponse } from '#contract/errors.ts'

export interface Failure {
  /** The HTTP status; 0 when the server was not reached. */
  status: number
  code: ErrorResponse['code'] | 'unreachable'
  message: string
  errors?: Record<string, string>
  /** When to try again, in milliseconds from now, where the server has said so. */
  retryAfter?: number
  /** With code `stale`: what the server holds now. */
  data?: unknown
}

export const unreachable: Failure = { status: 0, code: 'unreachable', message: 'Cannot reach the server' }

export function isFailure(error: unknown): error is Failure {
  const isThing = typeof error === 'object' && error !== null && !(error instanceof Error)
  return isThing && 'code' in error && 'status' in error
}

/** Whether the server itself has refused; being away or overloaded it has not. */
export function isRefusal(failure: Failure) {
  return failure.code !== 'unreachable' && failure.code !== 'unavailable'
}

const passingStatuses = [0, 408, 425, 429]

/** Whether it may go well another time, with nothing changed. */
export function isPassing({ status, code }: Failure) {
  return passingStatuses.includes(status) || status >= 500 || code === 'in_progress'
}
