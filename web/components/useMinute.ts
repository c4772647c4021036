import { useSyncExternalStore } from 'react'

const minute = 60_000
const listeners = new Set<() => void>()
let passed = 0
let timer: number | undefined

/** Renders anew with each minute that passes while the page is seen: one timer for all that is told in minutes. */
export function useMinute() {
  return useSyncExternalStore(subscribe, () => passed)
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) begin()
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) end()
  }
}

function begin() {
  document.addEventListener('visibilitychange', follow)
  if (!document.hidden) timer = window.setInterval(tick, minute)
}

function end() {
  document.removeEventListener('visibilitychange', follow)
  window.clearInterval(timer)
}

/** A page that is shown again is up to date at once. */
function follow() {
  window.clearInterval(timer)
  if (document.hidden) return
  timer = window.setInterval(tick, minute)
  tick()
}

function tick() {
  passed++
  for (const listener of listeners) listener()
}
