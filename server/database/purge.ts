import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from './database.ts'

/** Rows per statement: more would delay writers, fewer would take too long overall. */
export const purgeBatch = 5000
/** The pause between two statements, so that other queries and autovacuum keep up. */
const pauseMs = 50

/** Rows of `table` whose `column` is older than `age`, a PostgreSQL interval. The column needs an index. */
export type Expired = { table: string; column: string; age: string }

/**
 * Deletes expired rows, oldest first, and returns their number. Each batch is its own transaction, so an interrupted
 * purge resumes where it stopped. Locked rows are left for the next purge.
 */
export async function purge(db: Db, expired: Expired, signal: AbortSignal, batchSize = purgeBatch) {
  let deleted = 0
  let from = '-infinity'
  for (;;) {
    const { count, newest } = await purgeBatchFrom(db, expired, from, batchSize)
    deleted += count
    if (count < batchSize || !newest) return deleted
    // Without a starting point, each batch would scan the dead index entries of all earlier batches.
    from = newest
    await pauseAfterBatch(signal)
  }
}

async function purgeBatchFrom(db: Db, { table, column, age }: Expired, from: string, batchSize: number) {
  const [batch] = await db<{ count: number; newest: string | null }[]>`
    with expired as materialized (
      select ctid, ${db(column)} as moment from ${db(table)}
      where ${db(column)} >= ${from}::text::timestamptz and ${db(column)} < now() - ${age}::text::interval
      order by ${db(column)} limit ${batchSize}::int for update skip locked
    ), deleted as (
      delete from ${db(table)} where ctid = any(array(select ctid from expired))
    )
    select count(*)::int as count, max(moment)::text as newest from expired`
  return batch!
}

/** Throws an AbortError when `signal` is aborted. */
export function pauseAfterBatch(signal: AbortSignal) {
  return wait(pauseMs, undefined, { signal })
}
