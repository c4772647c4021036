import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from './database/database.ts'
import { type Expired, purge } from './database/purge.ts'
import { sweepFiles } from './documents/sweep.ts'
import { forgetOldJobs } from './enquiries/bulk/jobStore.ts'
import { checkCounts } from './enquiries/list/countCheck.ts'
import { checkLandmarks, countMoves } from './enquiries/list/landmarkUpkeep.ts'
import { checkWords } from './enquiries/search/wordCheck.ts'
import { writeMissingWords } from './enquiries/search/wordStore.ts'
import type { Services } from './services.ts'

const everyMilliseconds = 6 * 3600 * 1000
/** Soon, for a server that is restarted daily; not at once, while everybody comes back. In milliseconds. */
const usualTimes = { first: 5 * 60 * 1000 }
/** Until moves are counted, each list that needs them adds them up. */
const movesMilliseconds = 5000

type Run = (services: Services, signal: AbortSignal, log: FastifyBaseLogger) => Promise<number>
/** `run` returns how many things it removed, added or corrected, and throws when `signal` is aborted. */
type Step = { name: string; run: Run }

/** In this order: first what is cheap and matters most, last what reads everything. */
const steps: Step[] = [
  { name: 'forget sessions', run: expired({ table: 'session', column: 'expires_at', age: '0' }) },
  { name: 'forget password resets', run: expired({ table: 'password_reset', column: 'expires_at', age: '0' }) },
  { name: 'forget email links', run: expired({ table: 'email_link', column: 'expires_at', age: '30 days' }) },
  { name: 'forget browsers', run: expired({ table: 'known_browser', column: 'last_used_at', age: '400 days' }) },
  { name: 'forget failed sign-ins', run: expired({ table: 'sign_in_failure', column: 'last_at', age: '1 day' }) },
  { name: 'forget answers', run: expired({ table: 'idempotency', column: 'created_at', age: '7 days' }) },
  // A page that was away for longer fetches everything again.
  { name: 'forget events', run: expired({ table: 'event', column: 'created_at', age: '7 days' }) },
  { name: 'forget jobs', run: ({ db }, signal) => forgetOldJobs(db, signal) },
  { name: 'index missing words', run: indexMissingWords },
  { name: 'check counts', run: corrected(checkCounts, 'kept totals were wrong and have been corrected') },
  { name: 'check landmarks', run: corrected(checkLandmarks, 'landmarks were wrong and have been replaced') },
  { name: 'check words', run: corrected(checkWords, 'search words were wrong and have been written again') },
  { name: 'sweep files', run: ({ db, storage }, signal) => sweepFiles(db, storage, signal) },
]

function expired(rows: Expired): Run {
  return ({ db }, signal) => purge(db, rows, signal)
}

async function indexMissingWords({ db }: Services, signal: AbortSignal) {
  let batches = 0
  while (await writeMissingWords(db)) {
    batches += 1
    signal.throwIfAborted()
  }
  return batches
}

type Check = (db: Db, signal: AbortSignal) => Promise<string[]>

/** A check returns the companies in which it corrected something: a mistake of ours, so each is an error in the log. */
function corrected(check: Check, message: string): Run {
  return async ({ db }, signal, log) => {
    const companies = await check(db, signal)
    for (const company of companies) log.error({ company }, message)
    return companies.length
  }
}

/** Runs the steps every six hours, and counts every few seconds what has moved in the lists. */
export function startHousekeeping({ bulkDb, ...others }: Services, log: FastifyBaseLogger, { first } = usualTimes) {
  const own = new AbortController()
  const signal = AbortSignal.any([own.signal, others.stopping])
  const services = { ...others, bulkDb, db: bulkDb.until(signal) }
  // After an update people wait for what only the new version can find.
  const words = steps.filter(({ run }) => run === indexMissingWords)
  let running = runSteps(words, services, signal, log)
  let timer = setTimeout(function again() {
    running = running.then(() => runSteps(steps, services, signal, log))
    timer = setTimeout(again, everyMilliseconds)
  }, first)
  const moves = keepCountingMoves(services, signal, log)
  return {
    async stop() {
      own.abort()
      clearTimeout(timer)
      await Promise.all([running, moves])
    },
  }
}

/** A step that fails stops no other; it is tried again the next time. */
async function runSteps(list: Step[], services: Services, signal: AbortSignal, log: FastifyBaseLogger) {
  for (const { name: step, run } of list) {
    if (signal.aborted) return
    const startedAt = performance.now()
    try {
      const count = await run(services, signal, log)
      log.info({ step, count, milliseconds: Math.round(performance.now() - startedAt) }, 'housekeeping')
    } catch (error) {
      if (signal.aborted) return
      const milliseconds = Math.round(performance.now() - startedAt)
      log.error({ err: error, step, milliseconds }, 'a housekeeping step failed; it will be tried again')
    }
  }
}

async function keepCountingMoves({ db }: Services, signal: AbortSignal, log: FastifyBaseLogger) {
  for (;;) {
    await wait(movesMilliseconds, undefined, { signal, ref: false }).catch(() => undefined)
    if (signal.aborted) return
    await countMoves(db, signal).catch((error: unknown) => {
      if (!signal.aborted) log.warn({ err: error }, 'moves are not counted yet')
    })
  }
}
