import { beforeNextTry } from '#web/api/beforeNextTry.ts'
import { onLive } from './liveStatus.ts'

/** The shortest time between two refetches. */
const pauseMs = 1000

/**
 * Runs `work` at once when requested, then at most once a second, and never twice at a time. A hidden tab waits until it is
 * shown, unless `worksHidden`. A request while `isBusy` waits for `resume`. `work` returns whether it succeeded; if not, it is
 * retried with growing pauses, and at once when the stream reconnects.
 */
export function coalesce(work: () => Promise<boolean>, isBusy: () => boolean, worksHidden = false) {
  let timer: number | undefined
  let isDue = false
  let failures = 0
  let resting: AbortController | undefined
  let isStopped = false
  const resume = () => {
    if (!isDue || timer !== undefined || resting || isBusy() || (document.hidden && !worksHidden)) return
    isDue = false
    timer = window.setTimeout(() => {
      timer = undefined
      resume()
    }, pauseMs)
    void run()
  }
  const run = async () => {
    const isDone = await work()
    failures = isDone ? 0 : failures + 1
    if (isDone || isStopped) return
    isDue = true
    resting = new AbortController()
    await beforeNextTry(failures, resting.signal)
    resting = undefined
    if (!isStopped) resume()
  }
  document.addEventListener('visibilitychange', resume)
  const stopWaiting = onLive(() => resting?.abort())
  return {
    request: () => {
      isDue = true
      resume()
    },
    resume,
    stop: () => {
      isStopped = true
      resting?.abort()
      stopWaiting()
      window.clearTimeout(timer)
      document.removeEventListener('visibilitychange', resume)
    },
  }
}
