const key = 'reloadedAt'
const pauseMs = 60_000

/** After a deployment the old page's chunks are gone: this reloads the page, at most once a minute. */
export function reloadOnMissingChunk() {
  window.addEventListener('vite:preloadError', (event) => {
    const reloadedAt = Number(window.sessionStorage.getItem(key))
    if (Date.now() - reloadedAt < pauseMs) return
    event.preventDefault()
    window.sessionStorage.setItem(key, String(Date.now()))
    window.location.reload()
  })
}
