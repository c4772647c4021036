/** How long the event loop may be blocked on the machine where `referencePaceMs` was measured. */
const allowedMs = 50
const referencePaceMs = 8
const attempts = 6

/**
 * Returns how many milliseconds `work` blocked the event loop, or undefined if that is acceptable. Pauses of the machine do
 * not count, because they do not recur in every attempt, and a slow or busy machine is allowed more time.
 */
export async function heldTooLong(work: () => Promise<unknown>) {
  let shortest = Infinity
  for (let attempt = 0; attempt < attempts; attempt++) {
    const heldMs = await longestTurn(work)
    shortest = Math.min(shortest, heldMs)
    if (heldMs <= allowedMs) return undefined
    const maxHeldMs = (allowedMs * Math.max(referencePaceMs, paceMs())) / referencePaceMs
    if (heldMs <= maxHeldMs) return undefined
    // Only the input itself can block the loop for this long twice.
    if (attempt > 0 && shortest > 20 * maxHeldMs) break
  }
  return Math.round(shortest)
}

/** The longest turn of the event loop while `work` ran, in milliseconds. */
async function longestTurn(work: () => Promise<unknown>) {
  let longest = 0
  let last = performance.now()
  let isOver = false
  const measure = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
    if (!isOver) setImmediate(measure)
  }
  setImmediate(measure)
  await work()
  isOver = true
  await new Promise(setImmediate)
  return longest
}

const sample = JSON.stringify(Array.from({ length: 20_000 }, (_, index) => ({ index, text: `enquiry ${index}` })))

/** How long a fixed amount of text processing takes now. */
function paceMs() {
  const started = performance.now()
  JSON.stringify(JSON.parse(sample)).replaceAll(/\d+/g, '')
  return performance.now() - started
}
