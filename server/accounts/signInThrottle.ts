import { createHash } from 'node:crypto'
import { normalizeIP } from '@fastify/rate-limit'
import type { Db } from '#server/database/database.ts'
import { tooManyRequests } from '#server/http/errors.ts'

/** How many failures go unpunished, by what is counted. An office shares one address. */
const free = { account: 5, address: 30 }
const firstWaitSeconds = 30
const longestWaitSeconds = 15 * 60
/** Failures this long ago are forgotten. */
const memory = '1 hour'

export type Attempt = { email: string; address: string }

/**
 * Whether the password is right, as `check` finds out. 429 while the account or the address has to wait, which
 * after too many failures it does. Attempts on one account or from one address are looked at in turn, so that
 * many wrong ones at once gain nothing, and many right ones lose nothing.
 */
export function throttled(db: Db, attempt: Attempt, check: () => Promise<boolean>): Promise<boolean> {
  const [account, address] = countersOf(attempt)
  const look = async () => {
    await requireNoWait(db, [account.key, address.key])
    const isRight = await check()
    if (isRight) await db`delete from sign_in_failure where key = ${account.key}`
    else for (const counter of [account, address]) await countFailure(db, counter)
    return isRight
  }
  return inTurn(account.key, () => inTurn(address.key, look))
}

/** Whoever proved by other means who they are begins anew. */
export async function forgetFailures(db: Db, email: string) {
  const [account] = countersOf({ email, address: '' })
  await db`delete from sign_in_failure where key = ${account.key}`
}

type Counter = { key: string; freeFailures: number }

function countersOf({ email, address }: Attempt): [Counter, Counter] {
  // Hashed, because what people type into the wrong field is sometimes their password.
  const account = createHash('sha256').update(email).digest('base64url')
  return [
    { key: `account ${account}`, freeFailures: free.account },
    // One customer usually has a whole IPv6 network of 64 bits, so this counts the network as one address.
    { key: `address ${normalizeIP(address)}`, freeFailures: free.address },
  ]
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

async function countFailure(db: Db, { key, freeFailures }: Counter) {
  const [counter] = await db<{ failures: number }[]>`
    insert into sign_in_failure as f (key, failures, blocked_until) values (${key}, 1, clock_timestamp())
    on conflict (key) do update set last_at = clock_timestamp(),
      failures = case when f.last_at < clock_timestamp() - ${memory}::interval then 1 else f.failures + 1 end
    returning failures`
  const wait = waitAfter(counter!.failures - freeFailures)
  if (wait === 0) return
  await db`
    update sign_in_failure set blocked_until = clock_timestamp() + make_interval(secs => ${wait}) where key = ${key}`
}

/** Seconds to wait after the nth failure beyond the free ones: 30, 60, 120 … up to 15 minutes. */
function waitAfter(excess: number) {
  return excess < 0 ? 0 : Math.min(firstWaitSeconds * 2 ** excess, longestWaitSeconds)
}
