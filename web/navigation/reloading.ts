const key = 'reloadedAt'
const pauseMs = 60_000

/** Whether the page has not been reloaded for this within the last minute. */
export function mayReload() {
  return Date.now() - Number(window.sessionStorage.getItem(key)) >= pauseMs
}

export function noteReload() {
  window.sessionStorage.setItem(key, String(Date.now()))
}
