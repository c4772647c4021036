import { requestsInFlight } from '#web/api/loading.ts'

/** The task runs at the latest after about this time. */
const timeoutMs = 5000

/** Runs the task once the browser is idle and no request is in flight. Returns a function that cancels it. */
export function whenIdle(task: () => void) {
  const deadline = Date.now() + timeoutMs
  let cancel = onNextIdle(check)
  function check() {
    if (requestsInFlight() === 0 || Date.now() > deadline) task()
    else cancel = onNextIdle(check)
  }
  return () => cancel()
}

function onNextIdle(task: () => void) {
  // Not every browser has `requestIdleCallback`.
  if (!window.requestIdleCallback) {
    const timer = window.setTimeout(task, 200)
    return () => window.clearTimeout(timer)
  }
  const request = window.requestIdleCallback(task, { timeout: timeoutMs })
  return () => window.cancelIdleCallback(request)
}
