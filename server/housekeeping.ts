import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { hasDataAside } from './backup/restoring/aside.ts'
import { removeEarlier } from './backup/upgrading/copies.ts'
import type { Db } from './database/database.ts'
import { type Expired, purge } from './database/purge.ts'
import { sweepFiles } from './documents/sweep.ts'
import { forgetOldJobs } from './enquiries/bulk/jobStore.ts'
import { checkCounts } from './enquiries/list/countCheck.ts'
import { checkLandmarks, countMoves } from './enquiries/list/landmarkUpkeep.ts'
import { checkWords } from './enquiries/search/wordCheck.ts'
import { type NotePlace, writeMissingNoteWords, writeMissingWords } from './enquiries/search/wordStore.ts'
import { measurements } from './measurements.ts'
import { hasArrivedRecently } from './moving/databaseMark.ts'
import { expireUnownedMails } from './operator/unownedMails.ts'
import type { Services } from './services.ts'

const intervalMs = 6 * 3600 * 1000
/** Early enough for a server that restarts daily, but after the rush of clients that reconnect. */
const defaultTimes = { firstRunMs: 5 * 60 * 1000 }
/** Until pending moves are applied, each list that needs them adds them up. */
const movesIntervalMs = 5000

type Run = (services: Services, signal: AbortSignal, log: FastifyBaseLogger) => Promise<number>
/** `run` returns how many rows or files it deleted, added or corrected, and throws when `signal` is aborted. */
type Step = { name: string; run: Run }

/** In this order: cheap and important steps first, steps that read everything last. */
const steps: Step[] = [
  { name: 'delete sessions', run: expired({ table: 'session', column: 'expires_at', age: '0' }) },
  { name: 'delete password resets', run: expired({ table: 'password_reset', column: 'expires_at', age: '0' }) },
  { name: 'delete email links', run: expired({ table: 'email_link', column: 'expires_at', age: '30 days' }) },
  { name: 'delete browsers', run: expired({ table: 'known_browser', column: 'last_used_at', age: '400 days' }) },
  { name: 'delete failed sign-ins', run: expired({ table: 'sign_in_failure', column: 'last_at', age: '1 day' }) },
  { name: 'delete idempotency keys', run: expired({ table: 'idempotency', column: 'created_at', age: '7 days' }) },
  { name: 'delete submissions', run: expired({ table: 'submission', column: 'expires_at', age: '0' }) },
  { name: 'drop mails for no company', run: ({ db }) => expireUnownedMails(db) },
  { name: 'delete dropped mails', run: expired({ table: 'incoming_mail', column: 'dropped_since', age: '7 days' }) },
  { name: 'forget sent mails', run: expired({ table: 'sent_mail', column: 'sent_at', age: '90 days' }) },
  // A page that was disconnected for longer refetches everything.
  { name: 'delete events', run: expired({ table: 'event', column: 'created_at', age: '7 days' }) },
  { name: 'delete read notifications', run: expired({ table: 'notification', column: 'read_at', age: '30 days' }) },
  { name: 'delete notifications', run: expired({ table: 'notification', column: 'at', age: '180 days' }) },
  {
    name: 'delete tasks of operators',
    run: expired({ table: 'operator_task', column: 'started_at', age: '400 days' }),
  },
  { name: 'delete jobs', run: ({ db }, signal) => forgetOldJobs(db, signal) },
  { name: 'index missing words', run: indexMissingWords },
  { name: 'check counts', run: corrected(checkCounts, 'stored totals were wrong and have been corrected') },
  { name: 'check landmarks', run: corrected(checkLandmarks, 'landmarks were wrong and have been replaced') },
  { name: 'check words', run: corrected(checkWords, 'search words were wrong and have been rebuilt') },
  { name: 'delete databases of an earlier PostgreSQL', run: ({ config }) => removeEarlier(config.dataDir) },
  { name: 'sweep files', run: sweepUnlessAside },
]

function expired(rows: Expired): Run {
  return ({ db }, signal) => purge(db, rows, signal)
}

/** The data that a restore has moved aside, or a move has left, may refer to any file, so all stay as long as it counts. */
async function sweepUnlessAside({ db, storage, config }: Services, signal: AbortSignal) {
  const isNeeded = (await hasDataAside(db, config.dataDir)) || (await hasArrivedRecently(db))
  return isNeeded ? 0 : sweepFiles(db, storage, signal)
}

async function indexMissingWords({ db }: Services, signal: AbortSignal) {
  let batches = 0
  while (await writeMissingWords(db)) {
    batches += 1
    signal.throwIfAborted()
  }
  let place: NotePlace | undefined
  while ((place = await writeMissingNoteWords(db, place))) {
    batches += 1
    signal.throwIfAborted()
  }
  return batches
}

type Check = (db: Db, signal: AbortSignal) => Promise<string[]>

/** Logs an error for each company that a check corrected, because wrong data means a bug. */
function corrected(check: Check, message: string): Run {
  return async ({ db }, signal, log) => {
    const companies = await check(db, signal)
    for (const company of companies) log.error({ company }, message)
    return companies.length
  }
}

/** Runs the steps every six hours, and applies pending moves in the lists every 5 s. */
export function startHousekeeping(
  { bulkDb, ...others }: Services,
  log: FastifyBaseLogger,
  { firstRunMs } = defaultTimes,
) {
  const own = new AbortController()
  const signal = AbortSignal.any([own.signal, others.stopping])
  const services = { ...others, bulkDb, db: bulkDb.until(signal) }
  // Run at once: after an update, words that only the new version indexes cannot be found until then.
  const words = steps.filter(({ run }) => run === indexMissingWords)
  let running = runSteps(words, services, signal, log)
  let timer = setTimeout(function runAll() {
    running = running.then(() => runSteps(steps, services, signal, log))
    timer = setTimeout(runAll, intervalMs)
  }, firstRunMs)
  const moves = keepApplyingMoves(services, signal, log)
  return {
    async stop() {
      own.abort()
      clearTimeout(timer)
      await Promise.all([running, moves])
    },
  }
}

/** A failing step does not stop the others, and is retried in the next run. */
async function runSteps(list: Step[], services: Services, signal: AbortSignal, log: FastifyBaseLogger) {
  for (const { name: step, run } of list) {
    if (signal.aborted) return
    const startedAt = performance.now()
    try {
      const count = await run(services, signal, log)
      log.info({ step, count, milliseconds: Math.round(performance.now() - startedAt) }, 'housekeeping')
      measurements.housekeepingStep.record({ step, succeeded: true })
    } catch (error) {
      if (signal.aborted) return
      const milliseconds = Math.round(performance.now() - startedAt)
      log.error({ err: error, step, milliseconds }, 'a housekeeping step failed and will be retried')
      measurements.housekeepingStep.record({ step, succeeded: false })
    }
  }
}

async function keepApplyingMoves({ db }: Services, signal: AbortSignal, log: FastifyBaseLogger) {
  for (;;) {
    await wait(movesIntervalMs, undefined, { signal, ref: false }).catch(() => undefined)
    if (signal.aborted) return
    await countMoves(db, signal).catch((error: unknown) => {
      if (!signal.aborted) log.warn({ err: error }, 'pending moves could not be applied and will be retried')
    })
  }
}
