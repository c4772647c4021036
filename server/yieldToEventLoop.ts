import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long the processing of many rows may hold the event loop, in milliseconds. */
const turnLength = 10

let heldSince = 0
let queue = Promise.resolve()

/**
 * Call this between the rows of long processing: once it has held the event loop for 10 ms, everything else gets its
 * turn first. Callers that wait at the same time continue one after the other, each in a turn of its own.
 */
export async function yieldToEventLoop() {
  if (performance.now() - heldSince < turnLength) return
  queue = queue.then(() => nextTurn())
  await queue
  heldSince = performance.now()
}
