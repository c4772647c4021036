import { isAxiosError } from 'axios'
import { z } from 'zod'
import { ErrorResponse, errorCodes } from '#contract/errors.ts'
import { isFailure, unreachable, type Failure } from './errors.ts'

/** What a proxy answers when the server behind it is away. */
const gatewayStatuses = [502, 503, 504]

/** The answer of a newer server, or of what stands before it: its message counts, whatever else is in it. */
const AnyAnswer = ErrorResponse.extend({
  message: z.string().trim().min(1),
  code: z.enum(errorCodes).optional().catch(undefined),
  errors: ErrorResponse.shape.errors.catch(undefined),
})

/** The failure that a request met; anything that is not about a request is a fault of ours and thrown on. */
export function toFailure(error: unknown): Failure {
  if (isFailure(error)) return error
  if (!isAxiosError(error)) throw error
  if (!error.response) return unreachable
  const { status, data, headers } = error.response
  return failureOf(status, data, headers['retry-after'])
}

/** The same from the parts of an answer. */
export function failureOf(status: number, body: unknown, retryAfter: unknown): Failure {
  const isGateway = gatewayStatuses.includes(status)
  const answer = AnyAnswer.safeParse(body)
  if (!answer.success) return isGateway ? unreachable : { status, code: 'internal', message: 'Something went wrong' }
  const { code = isGateway ? 'unavailable' : 'internal', ...rest } = answer.data
  return { status, retryAfter: waitIn(retryAfter), code, ...rest }
}

/** The header as milliseconds; it counts seconds. */
function waitIn(header: unknown) {
  const seconds = Number(header ?? NaN)
  return Number.isFinite(seconds) ? seconds * 1000 : undefined
}
