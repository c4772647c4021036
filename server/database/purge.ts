import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from './database.ts'

/** How many rows one statement deletes: more would hold up writers, fewer would take all day. */
export const purgeBatch = 5000
/** Between two statements, in milliseconds, so that other queries and autovacuum keep up. */
const pauseMilliseconds = 50

/** Rows of `table` whose `column` is further in the past than `age`, an interval. The column needs an index. */
export type Expired = { table: string; column: string; age: string }

/**
 * Deletes what has expired, oldest first, and returns how many rows that were. Each batch commits by itself, so a purge
 * that is interrupted continues where it stopped. Rows that a writer holds are left for the next purge.
 */
export async function purge(db: Db, expired: Expired, signal: AbortSignal, batchSize = purgeBatch) {
  let removed = 0
  let from = '-infinity'
  for (;;) {
    const { count, newest } = await purgeBatchFrom(db, expired, from, batchSize)
    removed += count
    if (count < batchSize || !newest) return removed
    // Without a starting point each batch would pass the index entries of all batches before it.
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
  return wait(pauseMilliseconds, undefined, { signal })
}
