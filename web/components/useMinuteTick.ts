import { useSyncExternalStore } from 'react'

const minuteMs = 60_000
const listeners = new Set<() => void>()
let ticks = 0
let timer: number | undefined

/** Renders again every minute while the page is visible. All relative times share one timer. */
export function useMinuteTick() {
  return useSyncExternalStore(subscribe, () => ticks)
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) start()
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) stop()
  }
}

function start() {
  document.addEventListener('visibilitychange', followVisibility)
  if (!document.hidden) timer = window.setInterval(tick, minuteMs)
}

function stop() {
  document.removeEventListener('visibilitychange', followVisibility)
  window.clearInterval(timer)
}

/** Pauses while the page is hidden, and updates at once when it is shown again. */
function followVisibility() {
  window.clearInterval(timer)
  if (document.hidden) return
  timer = window.setInterval(tick, minuteMs)
  tick()
}

function tick() {
  ticks++
  for (const listener of listeners) listener()
}
