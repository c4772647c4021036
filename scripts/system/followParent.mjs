/**
 * Ends this process when the one that started it has ended. A signal to npm reaches the shell between us, which
 * ends without passing it on; without this the server would stay behind.
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
