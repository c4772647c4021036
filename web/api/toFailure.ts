import { isAxiosError } from 'axios'
import { ErrorAnswer } from '#contract/errors.ts'
import { isFailure, unreachable, type Failure } from './errors.ts'

const unknown: Omit<Failure, 'status'> = { code: 'internal', message: 'Something went wrong' }

/** What a proxy answers when the server behind it is away. */
const gatewayStatuses = [502, 503, 504]

/** The failure that a request met; anything that is not about a request is a fault of ours and thrown on. */
export function toFailure(error: unknown): Failure {
  if (isFailure(error)) return error
  if (!isAxiosError(error)) throw error
  if (!error.response) return unreachable
  const { status, data, headers } = error.response
  const retryAfter = waitIn(headers['retry-after'])
  const answer = ErrorAnswer.safeParse(data)
  if (answer.success) return { status, retryAfter, ...answer.data }
  return gatewayStatuses.includes(status) ? unreachable : { status, ...unknown }
}

/** The header as milliseconds; it counts seconds. */
function waitIn(header: unknown) {
  const seconds = Number(header ?? NaN)
  return Number.isFinite(seconds) ? seconds * 1000 : undefined
}
