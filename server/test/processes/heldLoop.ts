import { existsSync, readFileSync } from 'node:fs'

/** How long the event loop may be blocked on the machine where `referencePaceMs` was measured. */
const allowedMs = 50
const referencePaceMs = 8
/** The same work takes up to twice as long beside other processes, which use the memory and caches of the processor too. */
const tolerance = 2.5
const attempts = 6

/**
 * Returns how many milliseconds `work` blocked the event loop, or undefined if that is acceptable. Time in which the thread
 * only waited for a processor does not count (on Linux), and a slow machine is allowed more time. Neither do pauses of the
 * machine, because they do not recur in every attempt.
 */
export async function heldTooLong(work: () => Promise<unknown>) {
  let shortest = Infinity
  for (let attempt = 0; attempt < attempts; attempt++) {
    const heldMs = await longestTurn(work)
    shortest = Math.min(shortest, heldMs)
    if (heldMs <= allowedMs) return undefined
    const maxHeldMs = (tolerance * allowedMs * Math.max(referencePaceMs, paceMs())) / referencePaceMs
    if (heldMs <= maxHeldMs) return undefined
    // Only the input itself can block the loop for this long twice.
    if (attempt > 0 && shortest > 10 * maxHeldMs) break
  }
  return Math.round(shortest)
}

const threadTimes = '/proc/thread-self/schedstat'
const hasThreadTimes = existsSync(threadTimes)

/** How long this thread has worked, in milliseconds, to the nearest 4. */
function workedMs() {
  return hasThreadTimes ? Number(readFileSync(threadTimes, 'utf8').split(' ', 1)[0]) / 1e6 : performance.now()
}

/** The longest turn of the event loop while `work` ran, in milliseconds. */
async function longestTurn(work: () => Promise<unknown>) {
  let longest = 0
  let last = workedMs()
  const measure = () => {
    const now = workedMs()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(measure, 1)
  await work().finally(() => clearInterval(timer))
  measure()
  return longest
}

const sample = JSON.stringify(Array.from({ length: 20_000 }, (_, index) => ({ index, text: `enquiry ${index}` })))

/** How long a fixed amount of text processing takes now: the shortest of three times, because it may wait for a processor. */
function paceMs() {
  const times = Array.from({ length: 3 }, () => {
    const started = performance.now()
    JSON.stringify(JSON.parse(sample)).replaceAll(/\d+/g, '')
    return performance.now() - started
  })
  return Math.min(...times)
}
