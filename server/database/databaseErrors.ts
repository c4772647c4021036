import { DatabaseError } from 'pg'

/** The database could not be asked, or its answer did not come. */
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

/** Gives what the driver says without a code one. Errors of the database and of the network have theirs. */
export function toConnectionError(error: unknown) {
  if (!(error instanceof Error) || 'code' in error || error instanceof TypeError) return error
  if (error.message === 'timeout exceeded when trying to connect') return busy(error)
  return new ConnectionError('CONNECTION_LOST', error)
}

export function busy(cause?: unknown) {
  return new ConnectionError('CONNECTIONS_BUSY', cause)
}

/** SQLSTATE 0A000, as a prepared statement fails whose table has got or lost a column. */
export function isStalePlan(error: unknown) {
  return error instanceof DatabaseError && error.code === '0A000'
}

/** Errors after which PostgreSQL closes the connection: classes 08 and 57P, and timeouts of an idle transaction. */
export function endsConnection(error: unknown) {
  return error instanceof DatabaseError && /^(08|57P0|25P0[34])/.test(error.code ?? '')
}

/** Whether a write failed because it would break this constraint or unique index. */
export function violates(error: unknown, constraint: string | RegExp) {
  if (!(error instanceof DatabaseError) || !error.constraint) return false
  return typeof constraint === 'string' ? error.constraint === constraint : constraint.test(error.constraint)
}
