import { DatabaseError } from 'pg'
import type { Reads } from '#server/database/connectionPool.ts'
import type { ReadDb, Tx } from '#server/database/database.ts'
import { sqlFor, type Statement } from '#server/database/sql.ts'
import type { Work } from '#server/database/transactions/transaction.ts'

/** The pools that lists, searches and exports read from. */
export type ReadPools = { db: ReadDb; searchDb: ReadDb }

/** `lost` aborts when the replica no longer responds. */
type Watch = { requireCurrent: (tx: Tx) => Promise<void>; onFailure: (error: unknown) => void; lost: AbortSignal }

/**
 * Reads of one request, or of one export: on the replica as long as `requireCurrent` finds it current, and from the first
 * failure on, again and further on the primary. The primary never returns anything older.
 */
export function readingPools(
  replica: ReadPools,
  primary: ReadPools,
  { requireCurrent, onFailure, lost }: Watch,
): ReadPools {
  let hasFailed = false
  const eitherOf = (one: ReadDb, other: ReadDb): ReadDb => {
    const attempt = async <T>(work: Work<T>, onPrimary: () => Promise<T>) => {
      if (hasFailed) return onPrimary()
      try {
        return await unlessLost(
          lost,
          one.begin((tx) => whileCurrent(tx, requireCurrent, work)),
        )
      } catch (error) {
        if (isOfQuery(error)) throw error
        hasFailed = true
        onFailure(error)
        return onPrimary()
      }
    }
    const run = (statement: Statement) =>
      attempt(
        (tx) => tx.run(statement),
        () => other.run(statement),
      )
    return Object.assign(sqlFor(run), {
      begin: <T>(work: Work<T>) => attempt(work, () => other.begin(work)),
      // If one fails, the transaction's rollback waits for the others.
      pipeline: <T extends readonly unknown[]>(start: Reads<T>) =>
        attempt(
          (tx) => Promise.all(start(tx)),
          () => other.pipeline(start),
        ),
    })
  }
  return { db: eitherOf(replica.db, primary.db), searchDb: eitherOf(replica.searchDb, primary.searchDb) }
}

/** Does not wait for a connection that is being closed, or for one that would have become free. */
function unlessLost<T>(lost: AbortSignal, reading: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(lost.reason as Error)
    lost.addEventListener('abort', giveUp, { once: true })
    if (lost.aborted) giveUp()
    void reading.then(resolve, reject).finally(() => lost.removeEventListener('abort', giveUp))
  })
}

/** Sends the work without waiting for the check, and waits for both: the connection must be free of queries at the end. */
async function whileCurrent<T>(tx: Tx, requireCurrent: (tx: Tx) => Promise<void>, work: Work<T>) {
  const checked = requireCurrent(tx)
  checked.catch(() => undefined)
  const result = await work(tx)
  await checked
  return result
}

/** Whether the primary would fail, too: the query took too long (57014), or would write (25006). */
function isOfQuery(error: unknown) {
  return error instanceof DatabaseError && (error.code === '57014' || error.code === '25006')
}
