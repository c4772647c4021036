import { DatabaseError } from 'pg'
import { ConnectionError } from '#server/database/databaseErrors.ts'
import { HttpError } from '#server/http/errors.ts'
import { ClosedParser } from '#server/mail/parsing/mailParser.ts'
import { StorageError } from '#server/storage/storageError.ts'

/**
 * Faults of PostgreSQL itself, by SQLSTATE: lost connections, read-only, conflicts of transactions, full disk or
 * memory, locks, shutdown and timeouts, system errors.
 */
const databaseFaults = /^(08|25006|40|53|55|57|58)/

/** Whether an email could not be filed because a disk, the database, the storage or the process failed. */
export function isFaultOfSurroundings(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof DatabaseError) return databaseFaults.test(error.code ?? '')
  if (error instanceof HttpError) return error.status >= 500
  if (error instanceof StorageError || error instanceof ConnectionError || error instanceof ClosedParser) return true
  // Node's errors of the operating system name the call that failed, such as `open` or `mkdtemp`.
  return 'syscall' in error || isFaultOfSurroundings(error.cause)
}
