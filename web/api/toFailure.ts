import type { AxiosError } from 'axios'
import type { ErrorResponse } from '#contract/errors.ts'
import { errorCodes } from '#contract/errors/codes.ts'
import { isFailure, unreachable, type Failure } from './errors.ts'

/** A proxy responds with these when the server behind it is unreachable. */
const gatewayStatuses = [502, 503, 504]

/** The failure of a request. Rethrows any other error, because that is a defect. */
export function toFailure(error: unknown): Failure {
  if (isFailure(error)) return error
  if (!isAxiosError(error)) throw error
  if (!error.response) return unreachable
  const { status, data, headers } = error.response
  return failureOf(status, data, headers['retry-after'])
}

/** Without importing the client, which is loaded after the rows of the list. */
export function isAxiosError(error: unknown): error is AxiosError {
  return (error as AxiosError | undefined)?.isAxiosError === true
}

/** The failure that a response describes. It may be of a newer server or of a proxy: only its message has to be valid. */
export function failureOf(status: number, body: unknown, retryAfter: unknown): Failure {
  const isGateway = gatewayStatuses.includes(status)
  const { message, code, errors, data } = (body ?? {}) as Record<keyof ErrorResponse, unknown>
  const text = typeof message === 'string' ? message.trim() : ''
  if (!text) return isGateway ? unreachable : { status, code: 'internal', message: 'Something went wrong' }
  return {
    status,
    retryAfter: toMilliseconds(retryAfter),
    code: errorCodes.find((known) => known === code) ?? (isGateway ? 'unavailable' : 'internal'),
    message: text,
    errors: isFieldErrors(errors) ? errors : undefined,
    data,
  }
}

function isFieldErrors(errors: unknown): errors is Record<string, string> {
  return (
    errors instanceof Object &&
    !Array.isArray(errors) &&
    Object.values(errors).every((message) => typeof message === 'string')
  )
}

/** The header's seconds (RFC 9110, 10.2.3) as milliseconds. */
function toMilliseconds(header: unknown) {
  const seconds = Number(header ?? NaN)
  return Number.isFinite(seconds) ? seconds * 1000 : undefined
}
