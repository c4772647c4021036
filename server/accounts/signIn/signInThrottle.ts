import { createHash } from 'node:crypto'
import type { Db } from '#server/database/database.ts'
import { tooManyRequests } from '#server/http/errors.ts'
import { networkOf } from '#server/http/limits/networks.ts'
import type { Browser } from './knownBrowsers.ts'

/**
 * Failed attempts without consequences. Failures on one account are counted per IP address, so that nobody
 * can lock another person out. Those from all addresses together only slow down unknown browsers, for a
 * minute at most. An IP address that many people share is slowed down only after failures on this many
 * accounts.
 */
const freeFailures = { perAccount: 5, perAccountFromAnywhere: 20, accountsPerAddress: 100 }
const firstWaitSeconds = 30
const maxWaitSeconds = 15 * 60
const maxWaitFromAnywhereSeconds = 60
const failureLifetime = '1 hour'

/** `browser` is set if the person has signed in with it before. Other people's failures do not slow it down. */
type AttemptKey = { email: string; address: string; browser?: Browser | undefined }

/** `reportGuessing` is called once there are so many failures from anywhere that unknown browsers are slowed down. */
export type Attempt = AttemptKey & { reportGuessing: () => Promise<unknown> }

/**
 * Returns the result of `check`, which is undefined for a wrong password. Throws 429 while the caller has to wait after too
 * many failures. Attempts with the same counter run one after the other, so that simultaneous guesses gain nothing and
 * simultaneous correct sign-ins all succeed.
 */
export function throttled<T>(db: Db, attempt: Attempt, check: () => Promise<T | undefined>): Promise<T | undefined> {
  const { own, shared } = countersOf(attempt)
  const keys = shared ? [own.key, shared.address.key, shared.anywhere.key] : [own.key]
  const attemptCheck = async () => {
    await requireNoWait(db, keys)
    const result = await check()
    if (result !== undefined) {
      await db`delete from sign_in_failure where key = ${own.key}`
      return result
    }
    const failures = await countFailure(db, own)
    if (!shared) return undefined
    if (failures === 1) await countFailure(db, shared.address)
    if ((await countFailure(db, shared.anywhere)) === shared.anywhere.free) await attempt.reportGuessing()
    return undefined
  }
  return keys.reduceRight<() => Promise<T | undefined>>((work, key) => () => runSerially(key, work), attemptCheck)()
}

/** Clears the failures of a person who has proved their identity by other means. */
export async function forgetFailures(db: Db, attempt: AttemptKey) {
  await db`delete from sign_in_failure where key = ${countersOf(attempt).own.key}`
}

type Counter = { key: string; free: number; maxWait: number }
type Counters = { own: Counter; shared?: { address: Counter; anywhere: Counter } }

function counterOf(key: string, free: number, maxWait = maxWaitSeconds): Counter {
  return { key, free, maxWait }
}

function countersOf({ email, address, browser }: AttemptKey): Counters {
  const network = networkOf(address)
  // Hashed, because people sometimes type their password into the wrong field.
  const keyOf = (place: string) => createHash('sha256').update(`${email} ${place}`).digest('base64url')
  const { perAccount, perAccountFromAnywhere, accountsPerAddress } = freeFailures
  if (browser) return { own: counterOf(`browser ${keyOf(browser.id)}`, perAccount) }
  return {
    own: counterOf(`account ${keyOf(network)}`, perAccount),
    shared: {
      address: counterOf(`address ${network}`, accountsPerAddress),
      anywhere: counterOf(`anywhere ${keyOf('')}`, perAccountFromAnywhere, maxWaitFromAnywhereSeconds),
    },
  }
}

const queues = new Map<string, Promise<unknown>>()

async function runSerially<T>(key: string, work: () => Promise<T>): Promise<T> {
  const result = (queues.get(key) ?? Promise.resolve()).then(work)
  const settled = result.catch(() => {})
  queues.set(key, settled)
  try {
    return await result
  } finally {
    if (queues.get(key) === settled) queues.delete(key)
  }
}

async function requireNoWait(db: Db, keys: string[]) {
  const [longest] = await db<{ seconds: number | null }[]>`
    select ceil(extract(epoch from max(blocked_until) - clock_timestamp()))::int as seconds
    from sign_in_failure where key = any(${keys})`
  const wait = longest?.seconds ?? 0
  if (wait > 0) throw tooManyRequests(wait, `Too many failed attempts. Try again in ${inWords(wait)}`)
}

function inWords(seconds: number) {
  return seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
}

/** Returns the number of failures within the last hour. */
async function countFailure(db: Db, { key, free, maxWait }: Counter) {
  const [counter] = await db<{ failures: number }[]>`
    insert into sign_in_failure as f (key, failures, blocked_until) values (${key}, 1, clock_timestamp())
    on conflict (key) do update set last_at = clock_timestamp(),
      failures = case when f.last_at < clock_timestamp() - ${failureLifetime}::interval then 1 else f.failures + 1 end
    returning failures`
  const { failures } = counter!
  const wait = Math.min(waitSecondsAfter(failures - free), maxWait)
  if (wait > 0) {
    await db`
      update sign_in_failure set blocked_until = clock_timestamp() + make_interval(secs => ${wait}) where key = ${key}`
  }
  return failures
}

/** 30, 60, 120 … seconds after the nth failure beyond the free ones. */
function waitSecondsAfter(excess: number) {
  return excess < 0 ? 0 : firstWaitSeconds * 2 ** excess
}
