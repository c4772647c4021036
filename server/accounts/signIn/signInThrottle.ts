import { createHash } from 'node:crypto'
import { normalizeIP } from '@fastify/rate-limit'
import type { Db } from '#server/database/database.ts'
import { tooManyRequests } from '#server/http/errors.ts'
import type { Browser } from './knownBrowsers.ts'

/**
 * How many failures have no consequences. Failures on one account count by the address they come from, so that nobody
 * locks another person out; an address that many people share is slowed down once so many accounts have failed from it.
 */
const free = { account: 5, accountsOfAddress: 100 }
const firstWaitSeconds = 30
const longestWaitSeconds = 15 * 60
/** Failures this long ago are forgotten. */
const memory = '1 hour'

/** `browser`: one in which the person has signed in before. Other people's failures do not slow it down. */
export type Attempt = { email: string; address: string; browser?: Browser }

/**
 * The result of `check`, which is undefined for a wrong password. 429 while the caller has to wait, which they do after too
 * many failures. Attempts that count together are looked at in turn, so that many wrong ones at once gain nothing, and
 * many right ones lose nothing.
 */
export function throttled<T>(db: Db, attempt: Attempt, check: () => Promise<T | undefined>): Promise<T | undefined> {
  const { own, shared } = countersOf(attempt)
  const look = async () => {
    await requireNoWait(db, shared ? [own.key, shared.key] : [own.key])
    const result = await check()
    if (result !== undefined) await db`delete from sign_in_failure where key = ${own.key}`
    else if ((await countFailure(db, own)) === 1 && shared) await countFailure(db, shared)
    return result
  }
  return inTurn(own.key, () => (shared ? inTurn(shared.key, look) : look()))
}

/** Clears the failures of a person who has proved by other means who they are. */
export async function forgetFailures(db: Db, attempt: Attempt) {
  await db`delete from sign_in_failure where key = ${countersOf(attempt).own.key}`
}

type Counter = { key: string; freeFailures: number }

function countersOf({ email, address, browser }: Attempt): { own: Counter; shared?: Counter } {
  // One customer usually has a whole IPv6 network of 64 bits, so this counts the network as one address.
  const network = normalizeIP(address)
  // Hashed, because what people type into the wrong field is sometimes their password.
  const keyOf = (place: string) => createHash('sha256').update(`${email} ${place}`).digest('base64url')
  if (browser) return { own: { key: `browser ${keyOf(browser.id)}`, freeFailures: free.account } }
  return {
    own: { key: `account ${keyOf(network)}`, freeFailures: free.account },
    shared: { key: `address ${network}`, freeFailures: free.accountsOfAddress },
  }
}

const turns = new Map<string, Promise<unknown>>()

async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const mine = (turns.get(key) ?? Promise.resolve()).then(work)
  const over = mine.catch(() => {})
  turns.set(key, over)
  try {
    return await mine
  } finally {
    if (turns.get(key) === over) turns.delete(key)
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

/** Returns how many failures there have been within the hour. */
async function countFailure(db: Db, { key, freeFailures }: Counter) {
  const [counter] = await db<{ failures: number }[]>`
    insert into sign_in_failure as f (key, failures, blocked_until) values (${key}, 1, clock_timestamp())
    on conflict (key) do update set last_at = clock_timestamp(),
      failures = case when f.last_at < clock_timestamp() - ${memory}::interval then 1 else f.failures + 1 end
    returning failures`
  const { failures } = counter!
  const wait = waitAfter(failures - freeFailures)
  if (wait > 0) {
    await db`
      update sign_in_failure set blocked_until = clock_timestamp() + make_interval(secs => ${wait}) where key = ${key}`
  }
  return failures
}

/** Seconds to wait after the nth failure beyond the free ones: 30, 60, 120 … up to 15 minutes. */
function waitAfter(excess: number) {
  return excess < 0 ? 0 : Math.min(firstWaitSeconds * 2 ** excess, longestWaitSeconds)
}
