import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from './database/database.ts'
import { sweepOrphans } from './documents/sweep.ts'
import { checkCounts } from './enquiries/countCheck.ts'
import { checkLandmarks, countMoves } from './enquiries/landmarkUpkeep.ts'
import { checkWords } from './enquiries/wordCheck.ts'
import { writeMissingWords } from './enquiries/wordStore.ts'
import { forgetOldEvents } from './events/eventStore.ts'
import type { Services } from './services.ts'

const everyMilliseconds = 6 * 3600 * 1000
/** Soon, for a server that is restarted daily; not at once, while everybody comes back. */
const firstMilliseconds = 5 * 60 * 1000
/** What has moved since is added up by each list that needs it. */
const movesMilliseconds = 5000

/**
 * Throws away what has served its time: files without a row, old sessions, answers and counters. Holds the kept
 * totals against what is there, and makes findable what an older version wrote. Counts what has moved in the lists.
 */
export function startHousekeeping({ db, storage }: Services, log: FastifyBaseLogger) {
  const stopping = new AbortController()
  const catchUp = async () => {
    while (!stopping.signal.aborted && (await writeMissingWords(db))) continue
  }
  let running = catchUp().catch((error: unknown) => log.error({ err: error }, 'old enquiries are not findable yet'))
  const run = async () => {
    try {
      const files = await sweepOrphans(db, storage)
      await forgetExpired(db)
      await catchUp()
      for (const company of await checkCounts(db)) log.error({ company }, 'kept totals were wrong, and are mended')
      for (const company of await checkLandmarks(db)) log.error({ company }, 'landmarks were wrong, and are mended')
      for (const company of await checkWords(db, stopping.signal))
        log.error({ company }, 'search words were wrong and have been written again')
      log.info({ files }, 'housekeeping')
    } catch (error) {
      log.error({ err: error }, 'housekeeping failed; it will be tried again')
    }
  }
  let timer = setTimeout(function again() {
    running = run()
    timer = setTimeout(again, everyMilliseconds)
  }, firstMilliseconds)
  const moves = keepCountingMoves(db, log, stopping.signal)
  return {
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await Promise.all([running, moves])
    },
  }
}

async function keepCountingMoves(db: Db, log: FastifyBaseLogger, signal: AbortSignal) {
  for (;;) {
    await wait(movesMilliseconds, undefined, { signal, ref: false }).catch(() => undefined)
    if (signal.aborted) return
    await countMoves(db, signal).catch((error: unknown) =>
      log.warn({ err: error }, 'what has moved is not counted yet'),
    )
  }
}

async function forgetExpired(db: Db) {
  await db`delete from session where expires_at < now()`
  await db`delete from sign_in_failure where last_at < now() - interval '1 day'`
  await db`delete from password_reset where expires_at < now()`
  await forgetOldEvents(db)
  await db`delete from idempotency where created_at < now() - interval '7 days'`
  await db`
    with old as (select company_id, id from job where finished_at < now() - interval '7 days'),
      items as (delete from job_item using old where job_item.company_id = old.company_id and job_id = old.id)
    delete from job using old where job.company_id = old.company_id and job.id = old.id`
}
