import { beforeNextTry } from '#web/api/beforeNextTry.ts'
import { onLive } from './liveStatus.ts'

/** At most one refetch in this many milliseconds, however much happens. */
const pause = 1000

/**
 * Does `work` at once when asked; while more is asked for, once a second, never beside itself, and in a hidden tab
 * when it is shown again, unless it `worksHidden`. What is asked for while it `isBusy` is done after `resume`. `work`
 * answers whether it was done; if not, it is done again, later and later, and at once when the stream runs again.
 */
export function coalesce(work: () => Promise<boolean>, isBusy: () => boolean, worksHidden = false) {
  let timer: number | undefined
  let isDue = false
  let failures = 0
  let resting: AbortController | undefined
  const stopping = new AbortController()
  const resume = () => {
    if (!isDue || timer !== undefined || resting || isBusy() || (document.hidden && !worksHidden)) return
    isDue = false
    timer = window.setTimeout(() => {
      timer = undefined
      resume()
    }, pause)
    void run()
  }
  const run = async () => {
    const isDone = await work()
    failures = isDone ? 0 : failures + 1
    if (isDone || stopping.signal.aborted) return
    isDue = true
    resting = new AbortController()
    await beforeNextTry(failures, AbortSignal.any([resting.signal, stopping.signal]))
    resting = undefined
    if (!stopping.signal.aborted) resume()
  }
  document.addEventListener('visibilitychange', resume)
  const stopWaiting = onLive(() => resting?.abort())
  return {
    ask: () => {
      isDue = true
      resume()
    },
    resume,
    stop: () => {
      stopping.abort()
      stopWaiting()
      window.clearTimeout(timer)
      document.removeEventListener('visibilitychange', resume)
    },
  }
}
