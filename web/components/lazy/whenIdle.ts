import { requestsInFlight } from '#web/api/loading.ts'

/** How long, in milliseconds, there may be something better to do. */
const timeoutMs = 5000

/** Does it once the page has nothing better to do, and waits for no answer. Returns how to call it off. */
export function whenIdle(task: () => void) {
  const latest = Date.now() + timeoutMs
  let cancel = soon(look)
  function look() {
    if (requestsInFlight() === 0 || Date.now() > latest) task()
    else cancel = soon(look)
  }
  return () => cancel()
}

function soon(task: () => void) {
  // Not every browser tells when it is idle.
  if (!window.requestIdleCallback) {
    const timer = window.setTimeout(task, 200)
    return () => window.clearTimeout(timer)
  }
  const request = window.requestIdleCallback(task, { timeout: timeoutMs })
  return () => window.cancelIdleCallback(request)
}
