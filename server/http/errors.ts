import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { ErrorResponse } from '#contract/errors.ts'
import type { ErrorCode } from '#contract/errors/codes.ts'
import { StorageError } from '#server/storage/storageError.ts'
import { etagOf } from './versions.ts'

/** An error whose message is sent to the caller as it is. */
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

const notValid = 'The request is not valid. Check what you entered, then try again'

/** 400, with a message for each invalid field. */
export function invalid(errors: Record<string, string>) {
  return new HttpError(400, 'invalid', Object.values(errors)[0] ?? notValid, { errors })
}

export function unauthenticated(message = 'Sign in to continue') {
  return new HttpError(401, 'unauthenticated', message)
}

export function forbidden(message = 'You are not allowed to do this. Ask the owner of your company for access') {
  return new HttpError(403, 'forbidden', message)
}

/** `next` tells the person what to do. */
export function notFound(noun: string, next = 'It may have been removed: go back and choose another') {
  return new HttpError(404, 'not-found', `${noun} not found. ${next}`)
}

/** 410, with what the caller may know about the expired thing. */
export function expired(message: string, data?: unknown) {
  return new HttpError(410, 'expired', message, { data })
}

export function unknownPath() {
  return new HttpError(404, ...refusals[404]!)
}

export function conflict(message: string, errors?: Record<string, string>) {
  return new HttpError(409, 'conflict', message, { errors })
}

/** 409: an earlier request with this Idempotency-Key is still in progress. */
export function stillInProgress() {
  const message = 'This request is still being processed. It is safe to try again in a moment'
  return new HttpError(409, 'in_progress', message, { retryAfter: 1 })
}

/** 412: the caller changed an older version than `current`. */
export function stale(message: string, current: { version: number }) {
  return new HttpError(412, 'stale', message, { data: current, etag: etagOf(current.version) })
}

export function tooLarge(field: string, message: string) {
  return new HttpError(413, 'too-large', message, { errors: { [field]: message } })
}

export function unsupportedType(field: string, message: string) {
  return new HttpError(415, 'unsupported-type', message, { errors: { [field]: message } })
}

/** 429 with `Retry-After: <seconds>`. */
export function tooManyRequests(seconds: number, message: string) {
  return new HttpError(429, 'too-many-requests', message, { retryAfter: seconds })
}

function fromValidation(error: FastifyError) {
  const errors: Record<string, string> = {}
  for (const { instancePath, message = notValid } of error.validation ?? []) {
    const field = instancePath.slice(1).replaceAll('/', '.')
    if (field === '') return new HttpError(400, 'invalid', message)
    errors[field] ??= message
  }
  return invalid(errors)
}

const refusals: Record<number, [ErrorCode, string]> = {
  400: ['invalid', 'The request could not be read: send valid JSON'],
  404: ['not-found', 'There is nothing at this address. Check it for mistakes'],
  413: ['too-large', 'The request is too large: send less text, or fewer or smaller files'],
  414: ['too-large', 'The address is too long. Choose fewer filters, or search for less text'],
  415: ['unsupported-type', 'Send JSON, with the header Content-Type: application/json'],
  503: ['unavailable', 'The server is busy. Try again in a moment'],
}

/** The database is unreachable, starting or stopping (SQLSTATE classes 08 and 57P0). */
const databaseIsUnavailable = /^(CONNECTION_LOST|ECONNRESET|EPIPE|08|57P0)/
/** No free connection, insufficient resources, a serialisation failure, a deadlock, or a lock or idle timeout. */
const databaseIsBusy = /^(CONNECTIONS_BUSY|53[023]00|40001|40P01|55P03|25P03)$/
const queryTookTooLong = '57014'
/** The codes of the database and of the file system. */
const diskIsFull = /^(53100|ENOSPC|EDQUOT|EFBIG)$/

function toHttpError(error: FastifyError | HttpError): HttpError | undefined {
  if (error instanceof HttpError) return error
  if (hasZodFastifySchemaValidationErrors(error)) return fromValidation(error)
  if (databaseIsUnavailable.test(error.code ?? '') || ('syscall' in error && error.syscall === 'connect')) {
    return new HttpError(503, 'unavailable', 'The database is not responding. Try again in a moment', { retryAfter: 5 })
  }
  if (error instanceof StorageError) {
    return new HttpError(503, 'unavailable', 'The storage of files is not responding. Try again in a moment', {
      retryAfter: 5,
    })
  }
  if (error.code === queryTookTooLong) {
    const message = 'This takes too long. Try again in a moment, or narrow it down with longer words or another filter'
    return new HttpError(503, 'unavailable', message, { retryAfter: 5 })
  }
  if (databaseIsBusy.test(error.code ?? '')) return new HttpError(503, ...refusals[503]!, { retryAfter: 1 })
  if (diskIsFull.test(error.code ?? '')) {
    const message = 'The server’s disk is full, so this could not be saved. Try again when there is space'
    return new HttpError(507, 'unavailable', message, { retryAfter: 60 })
  }
  const refusal = error.statusCode && refusals[error.statusCode]
  return refusal ? new HttpError(error.statusCode!, ...refusal) : undefined
}

/** The client broke off its body, or left while work for it waited. Nobody reads the response. */
function isOfClientThatLeft({ name, code }: FastifyError | HttpError, { raw }: FastifyRequest) {
  return raw.destroyed && (name === 'AbortError' || code === 'ECONNRESET')
}

/** Turns every error into a response. */
export function sendError(error: FastifyError | HttpError, request: FastifyRequest, reply: FastifyReply) {
  // The router reports some errors before any hook has run.
  void reply.header('cache-control', 'no-store')
  const known = toHttpError(error)
  if (!known) {
    if (!isOfClientThatLeft(error, request)) request.log.error({ err: error }, 'unexpected error')
    const response: ErrorResponse = {
      message: `Something went wrong. Try again; if it keeps happening, quote this reference: ${request.id}`,
      code: 'internal',
    }
    return reply.code(500).send(response)
  }
  if (known.status >= 500) request.log.error({ err: error }, known.message)
  const { errors, data, retryAfter, etag } = known.details
  if (etag) void reply.header('etag', etag)
  if (retryAfter !== undefined) void reply.header('retry-after', retryAfter)
  const response: ErrorResponse = { message: known.message, code: known.code, errors, data }
  return reply.code(known.status).send(response)
}
