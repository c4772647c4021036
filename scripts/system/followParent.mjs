/**
 * Ends this process when its parent has ended. npm sends its signals to a shell in between, which exits without
 * forwarding them, so the server would otherwise keep running.
 */
export function followParent() {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 200)
  watch.unref()
}
