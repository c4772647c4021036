import { requestsInFlight } from '#web/api/loading.ts'

/** How long, in milliseconds, there may be something better to do. */
const patience = 5000

/** Does it once the page has nothing better to do, and waits for no answer. Returns how to call it off. */
export function whenIdle(task: () => void) {
  const latest = Date.now() + patience
  let callOff = soon(look)
  function look() {
    if (requestsInFlight() === 0 || Date.now() > latest) task()
    else callOff = soon(look)
  }
  return () => callOff()
}

function soon(task: () => void) {
  // Not every browser tells when it is idle.
  if (!window.requestIdleCallback) {
    const timer = window.setTimeout(task, 200)
    return () => window.clearTimeout(timer)
  }
  const request = window.requestIdleCallback(task, { timeout: patience })
  return () => window.cancelIdleCallback(request)
}
