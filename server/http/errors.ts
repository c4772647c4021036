import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { ErrorResponse, ErrorCode } from '#contract/errors.ts'
import { etagOf } from './versions.ts'

/** A refusal that the caller is told about, as it stands. */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    readonly code: ErrorCode,
    message: string,
    readonly details: { errors?: Record<string, string>; data?: unknown; retryAfter?: number; etag?: string } = {},
  ) {
    super(message)
  }
}

/** 400, from a message for each field that was refused. */
export function invalid(errors: Record<string, string>) {
  return new HttpError(400, 'invalid', Object.values(errors)[0] ?? 'The request is not valid', { errors })
}

export function unauthenticated(message = 'Sign in to go on') {
  return new HttpError(401, 'unauthenticated', message)
}

export function forbidden(message = 'You are not allowed to do this') {
  return new HttpError(403, 'forbidden', message)
}

export function notFound(what: string) {
  return new HttpError(404, 'not-found', `${what} not found`)
}

export function nothingHere() {
  return new HttpError(404, 'not-found', 'There is nothing at this address')
}

export function conflict(message: string, errors?: Record<string, string>) {
  return new HttpError(409, 'conflict', message, { errors })
}

/** 409: the first request with this Idempotency-Key has no response yet. */
export function stillInProgress() {
  const message = 'This request is still being carried out. It is safe to try again in a moment'
  return new HttpError(409, 'in_progress', message, { retryAfter: 1 })
}

/** 412: the caller changed an older version; `current` is what the server holds. */
export function stale(message: string, current: { version: number }) {
  return new HttpError(412, 'stale', message, { data: current, etag: etagOf(current.version) })
}

export function tooLarge(field: string, message: string) {
  return new HttpError(413, 'too-large', message, { errors: { [field]: message } })
}

export function unsupportedType(field: string, message: string) {
  return new HttpError(415, 'unsupported-type', message, { errors: { [field]: message } })
}

/** 429; `seconds` goes into Retry-After. */
export function tooManyRequests(seconds: number, message: string) {
  return new HttpError(429, 'too-many-requests', message, { retryAfter: seconds })
}

function fromValidation(error: FastifyError) {
  const errors: Record<string, string> = {}
  for (const { instancePath, message = 'The request is not valid' } of error.validation ?? []) {
    const field = instancePath.slice(1).replaceAll('/', '.')
    if (field === '') return new HttpError(400, 'invalid', message)
    errors[field] ??= message
  }
  return invalid(errors)
}

const refusals: Record<number, [ErrorCode, string]> = {
  400: ['invalid', 'The request could not be read: send valid JSON'],
  404: ['not-found', 'There is nothing at this address'],
  413: ['too-large', 'The request is too large: send less text, or fewer or smaller files'],
  414: ['too-large', 'The address is too long'],
  415: ['unsupported-type', 'Send JSON, with the header Content-Type: application/json'],
  503: ['unavailable', 'The server is busy. Try again in a moment'],
}

/** The database is not there, or is starting or stopping (SQLSTATE classes 08 and 57P). */
const databaseIsAway = /^(CONNECTION_LOST|ECONNRESET|EPIPE|08|57P0)/
/** Too many connections, two transactions in each other's way, a lock not given in time, or a transaction idle for too long. */
const databaseIsBusy = /^(CONNECTIONS_BUSY|53[023]00|40001|40P01|55P03|25P03)$/
const queryTookTooLong = '57014'
/** As the database and the file system say it. */
const diskIsFull = /^(53100|ENOSPC|EDQUOT|EFBIG)$/

function toHttpError(error: FastifyError | HttpError): HttpError | undefined {
  if (error instanceof HttpError) return error
  if (hasZodFastifySchemaValidationErrors(error)) return fromValidation(error)
  if (databaseIsAway.test(error.code ?? '') || ('syscall' in error && error.syscall === 'connect')) {
    return new HttpError(503, 'unavailable', 'The database does not answer. Try again in a moment', { retryAfter: 5 })
  }
  if (error.code === queryTookTooLong) {
    const message = 'This takes too long. Try again in a moment, or ask for less: longer words, another filter'
    return new HttpError(503, 'unavailable', message, { retryAfter: 5 })
  }
  if (databaseIsBusy.test(error.code ?? '')) return new HttpError(503, ...refusals[503]!, { retryAfter: 1 })
  if (diskIsFull.test(error.code ?? '')) {
    const message = 'The disk of the server is full, so this could not be saved. Try again when there is room'
    return new HttpError(507, 'unavailable', message, { retryAfter: 60 })
  }
  const refusal = error.statusCode && refusals[error.statusCode]
  return refusal ? new HttpError(error.statusCode!, ...refusal) : undefined
}

/** The one place where an error becomes an answer. */
export function sendError(error: FastifyError | HttpError, request: FastifyRequest, reply: FastifyReply) {
  // The router answers some errors before any hook has run.
  void reply.header('cache-control', 'no-store')
  const known = toHttpError(error)
  if (!known) {
    request.log.error({ err: error }, 'unexpected error')
    const answer: ErrorResponse = {
      message: `Something went wrong. Try again; if it stays, tell us this number: ${request.id}`,
      code: 'internal',
    }
    return reply.code(500).send(answer)
  }
  if (known.status >= 500) request.log.error({ err: error }, known.message)
  const { errors, data, retryAfter, etag } = known.details
  if (etag) void reply.header('etag', etag)
  if (retryAfter !== undefined) void reply.header('retry-after', retryAfter)
  const answer: ErrorResponse = { message: known.message, code: known.code, errors, data }
  return reply.code(known.status).send(answer)
}
