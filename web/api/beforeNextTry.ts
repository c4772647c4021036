const longestPauseMs = 30_000

/** A random pause that grows with each failure, and ends early when the network is back or the tab is shown again. */
export function beforeNextTry(failures: number, signal: AbortSignal) {
  const pause = Math.min(longestPauseMs, 250 * 2 ** failures) * (0.5 + Math.random() / 2)
  return new Promise<void>((resolve) => {
    const over = new AbortController()
    const go = () => {
      window.clearTimeout(timer)
      over.abort()
      resolve()
    }
    const timer = window.setTimeout(go, pause)
    window.addEventListener('online', go, { signal: over.signal })
    document.addEventListener('visibilitychange', () => !document.hidden && go(), { signal: over.signal })
    signal.addEventListener('abort', go, { signal: over.signal })
  })
}
