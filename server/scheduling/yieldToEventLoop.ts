import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long processing may block the event loop at a time. */
const maxTurnMs = 10

let turnStartedAt = 0
let queue = Promise.resolve()

/**
 * Call this between the rows of long processing: once it has blocked the event loop for 10 ms, other work runs first.
 * Concurrent callers continue one after the other, each in its own turn of the event loop.
 */
export async function yieldToEventLoop() {
  if (performance.now() - turnStartedAt < maxTurnMs) return
  queue = queue.then(() => nextTurn())
  await queue
  turnStartedAt = performance.now()
}
