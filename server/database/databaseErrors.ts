import { DatabaseError } from 'pg'

/** A query could not be sent, or its result did not arrive. */
export class ConnectionError extends Error {
  constructor(
    readonly code: 'CONNECTION_LOST' | 'CONNECTIONS_BUSY',
    cause?: unknown,
  ) {
    super(code === 'CONNECTION_LOST' ? 'The connection to the database is lost' : 'All connections are in use', {
      cause,
    })
  }
}

/** Adds a code to the driver's own errors, which have none. Database and network errors already have one. */
function toConnectionError(error: unknown) {
  if (!(error instanceof Error) || 'code' in error || error instanceof TypeError) return error
  if (error.message === 'timeout exceeded when trying to connect') return busy(error)
  return new ConnectionError('CONNECTION_LOST', error)
}

export function rethrow(error: unknown): never {
  throw toConnectionError(error)
}

export function busy(cause?: unknown) {
  return new ConnectionError('CONNECTIONS_BUSY', cause)
}

/** SQLSTATE 0A000: 'cached plan must not change result type', after a table gained or lost a column. */
export function isStalePlan(error: unknown) {
  return error instanceof DatabaseError && error.code === '0A000'
}

/** Whether `claim_key` failed because another transaction has the claim. */
export function isKeyClaimed(error: unknown) {
  return error instanceof DatabaseError && error.code === 'KEY01'
}

/** Whether `claim_key` failed because there is a response to an earlier request with this key. */
export function isKeyUsed(error: unknown) {
  return error instanceof DatabaseError && error.code === 'KEY02'
}

/** SQLSTATE 25P02: an earlier statement has failed, so PostgreSQL refuses the others. */
export function isInFailedTransaction(error: unknown) {
  return error instanceof DatabaseError && error.code === '25P02'
}

/** Errors after which PostgreSQL closes the connection: SQLSTATE 08…, 57P0…, and idle transaction timeouts (25P03, 25P04). */
export function endsConnection(error: unknown) {
  return error instanceof DatabaseError && /^(08|57P0|25P0[34])/.test(error.code ?? '')
}

/** Whether a write failed because it violates this constraint or unique index. */
export function violates(error: unknown, constraint: string | RegExp) {
  if (!(error instanceof DatabaseError) || !error.constraint) return false
  // The parts of a distributed table have a number behind each name.
  const name = error.constraint.replace(/_\d+$/, '')
  return typeof constraint === 'string' ? name === constraint : constraint.test(name)
}
