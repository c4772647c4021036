import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Db } from '#server/database/database.ts'
import { openDatabase } from '#server/database/database.ts'
import { startEmbeddedPostgres } from '#server/database/embedded/embeddedPostgres.ts'
import { migrate } from '#server/database/migrate.ts'
import { purge } from '#server/database/purge.ts'

/** Purges this many old events from a new database, and measures how long each write takes during the purge. */
export async function benchPurge(events = '5000000') {
  const folder = await mkdtemp(join(tmpdir(), 'enquiry-desk-purge-'))
  const postgres = await startEmbeddedPostgres(folder)
  const db = openDatabase(postgres.connection, 4)
  try {
    await migrate(db)
    await fill(db, Number(events))
    await measure(db)
  } finally {
    await db.end({ timeout: 5 })
    await postgres.stop()
    await rm(folder, { recursive: true, maxRetries: 20, retryDelay: 50 })
  }
}

async function fill(db: Db, events: number) {
  const startedAt = performance.now()
  // Inserted in batches, because a statement may take at most 30 s.
  for (let from = 0; from < events; from += 500_000) {
    await db`
      insert into event (company_id, no, subject, subject_id, actor_id, created_at)
      select gen_random_uuid(), n, 'enquiry', gen_random_uuid(), gen_random_uuid(),
        now() - interval '30 days' + make_interval(secs => n / 10)
      from generate_series(${from}::int + 1, least(${from}::int + 500000, ${events}::int)) n`
  }
  console.log(`${events} events written in ${seconds(startedAt)} s`)
}

async function measure(db: Db) {
  const stop = new AbortController()
  const writing = writeUntilAborted(db, stop.signal)
  const startedAt = performance.now()
  const removed = await purge(db, { table: 'event', column: 'created_at', age: '7 days' }, stop.signal)
  const elapsed = seconds(startedAt)
  stop.abort()
  const waits = (await writing).toSorted((a, b) => a - b)
  const percentile = (share: number) => waits[Math.floor(waits.length * share)]?.toFixed(1)
  console.log(
    `${removed} purged in ${elapsed} s; ${waits.length} writes during the purge, p50 ${percentile(0.5)} ms, p99 ${percentile(0.99)} ms`,
  )
}

async function writeUntilAborted(db: Db, signal: AbortSignal) {
  const waits: number[] = []
  for (let no = 1; !signal.aborted; no++) {
    const startedAt = performance.now()
    await db`
      insert into event (company_id, no, subject, subject_id, actor_id)
      values ('00000000-0000-0000-0000-000000000000', ${no}, 'enquiry', gen_random_uuid(), gen_random_uuid())`
    waits.push(performance.now() - startedAt)
  }
  return waits
}

function seconds(since: number) {
  return Math.round((performance.now() - since) / 1000)
}
