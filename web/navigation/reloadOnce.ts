const key = 'reloadedAt'
const quietPeriod = 60_000

/** After a deployment the chunks of the old page are gone: load the new page, but never in a loop. */
export function reloadOnMissingChunk() {
  window.addEventListener('vite:preloadError', (event) => {
    const reloadedAt = Number(window.sessionStorage.getItem(key))
    if (Date.now() - reloadedAt < quietPeriod) return
    event.preventDefault()
    window.sessionStorage.setItem(key, String(Date.now()))
    window.location.reload()
  })
}
