import { isAxiosError } from 'axios'
import { z } from 'zod'
import { ErrorResponse, errorCodes } from '#contract/errors.ts'
import { isFailure, unreachable, type Failure } from './errors.ts'

/** A proxy responds with these when the server behind it is unreachable. */
const gatewayStatuses = [502, 503, 504]

/** An error of a newer server or of a proxy: only its message has to be valid. */
const AnyError = ErrorResponse.extend({
  message: z.string().trim().min(1),
  code: z.enum(errorCodes).optional().catch(undefined),
  errors: ErrorResponse.shape.errors.catch(undefined),
})

/** The failure of a request. Rethrows any other error, because that is a defect. */
export function toFailure(error: unknown): Failure {
  if (isFailure(error)) return error
  if (!isAxiosError(error)) throw error
  if (!error.response) return unreachable
  const { status, data, headers } = error.response
  return failureOf(status, data, headers['retry-after'])
}

/** The failure that a response describes. */
export function failureOf(status: number, body: unknown, retryAfter: unknown): Failure {
  const isGateway = gatewayStatuses.includes(status)
  const parsed = AnyError.safeParse(body)
  if (!parsed.success) return isGateway ? unreachable : { status, code: 'internal', message: 'Something went wrong' }
  const { code = isGateway ? 'unavailable' : 'internal', ...rest } = parsed.data
  return { status, retryAfter: toMilliseconds(retryAfter), code, ...rest }
}

/** The header's seconds (RFC 9110, 10.2.3) as milliseconds. */
function toMilliseconds(header: unknown) {
  const seconds = Number(header ?? NaN)
  return Number.isFinite(seconds) ? seconds * 1000 : undefined
}
