/** What the event loop may be held for on the machine that `paceOnOurs` was measured on, in milliseconds. */
const allowed = 50
const paceOnOurs = 8
const attempts = 6

/**
 * How long `work` held the event loop where it was too long, in milliseconds. A pause of the machine is not: it does
 * not come every time, and a machine that is slow, or busy, is allowed more.
 */
export async function heldTooLong(work: () => Promise<unknown>) {
  let shortest = Infinity
  for (let attempt = 0; attempt < attempts; attempt++) {
    const held = await longestTurn(work)
    shortest = Math.min(shortest, held)
    if (held <= allowed) return undefined
    const maxHeldMs = (allowed * Math.max(paceOnOurs, pace())) / paceOnOurs
    if (held <= maxHeldMs) return undefined
    // Nothing but the input itself holds the loop for this long twice.
    if (attempt > 0 && shortest > 20 * maxHeldMs) break
  }
  return Math.round(shortest)
}

/** The longest that the event loop was held by one turn while `work` ran, in milliseconds. */
async function longestTurn(work: () => Promise<unknown>) {
  let longest = 0
  let last = performance.now()
  let isOver = false
  const look = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  await work()
  isOver = true
  await new Promise(setImmediate)
  return longest
}

const sample = JSON.stringify(Array.from({ length: 20_000 }, (_, index) => ({ index, text: `enquiry ${index}` })))

/** How long a fixed piece of work with texts takes now, in milliseconds. */
function pace() {
  const started = performance.now()
  JSON.stringify(JSON.parse(sample)).replaceAll(/\d+/g, '')
  return performance.now() - started
}
