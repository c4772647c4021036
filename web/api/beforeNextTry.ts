const longestPause = 30_000

/** Longer after each failure, different in each browser; over at once when the network or the person comes back. */
export function beforeNextTry(failures: number, signal: AbortSignal) {
  const pause = Math.min(longestPause, 250 * 2 ** failures) * (0.5 + Math.random() / 2)
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
