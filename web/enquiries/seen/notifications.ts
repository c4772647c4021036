import { useSyncExternalStore } from 'react'
import { readCookie, writeCookie } from '#web/theme/cookie.ts'

/** `unknown` to a browser without them; `blocked` by the person, in the browser's own settings. */
export type NotificationState = 'on' | 'off' | 'blocked' | 'unknown'

// A cookie: logging out clears local storage.
const cookie = 'notifications'
const listeners = new Set<() => void>()
// Chrome on Android has the constructor, gives leave to use it, and throws when it is used.
let refused: unknown

export function readNotificationState(): NotificationState {
  if (!('Notification' in window) || window.Notification === refused) return 'unknown'
  if (Notification.permission === 'denied') return 'blocked'
  return Notification.permission === 'granted' && readCookie(cookie) === 'on' ? 'on' : 'off'
}

export function useNotificationState() {
  return useSyncExternalStore(subscribe, readNotificationState)
}

/** Asks the person for leave where they have not given it yet: only ever called by a press of theirs. */
export async function switchNotifications(isOn: boolean) {
  if (isOn && Notification.permission === 'default') await Notification.requestPermission()
  writeCookie(cookie, isOn ? 'on' : 'off')
  changed()
}

/** What came, and when. */
type Message = { title: string; body: string; at: string }

/** Tells somebody who looks elsewhere, by one of their tabs; the last one stands for those before it. */
export async function notify(message: Message, onOpened: () => void) {
  if (document.hasFocus() || readNotificationState() !== 'on' || !(await isOurs(message))) return
  const notification = make(message)
  notification?.addEventListener('click', () => {
    window.focus()
    notification.close()
    onOpened()
  })
}

const focusLock = 'looked-at'
/** How long a tab keeps the others from telling the same, in milliseconds: they may hear of it later. */
const toldFor = 60_000

/** Without locks, which exist on secure origins only, each tab tells for itself. */
async function isOurs({ at }: Message) {
  if (!navigator.locks) return true
  const { held = [] } = await navigator.locks.query()
  if (held.some(({ name }) => name === focusLock)) return false
  return new Promise<boolean>((resolve) => {
    void navigator.locks.request(`notified:${at}`, { ifAvailable: true }, async (lock) => {
      resolve(lock !== null)
      if (lock) await new Promise((release) => setTimeout(release, toldFor))
    })
  })
}

/** Lets the other tabs know while somebody looks at this one. Returns how to stop. */
export function watchFocus() {
  const stopping = new AbortController()
  const { signal } = stopping
  const show = () => void navigator.locks?.request(focusLock, { mode: 'shared' }, () => untilLeft(signal))
  if (document.hasFocus()) show()
  window.addEventListener('focus', show, { signal })
  return () => stopping.abort()
}

function untilLeft(stopped: AbortSignal) {
  return new Promise<void>((resolve) => {
    if (stopped.aborted || !document.hasFocus()) return resolve()
    const left = () => resolve()
    stopped.addEventListener('abort', left, { once: true })
    window.addEventListener('blur', left, { once: true })
  })
}

function make({ title, body }: Message) {
  try {
    return new Notification(title, { body, tag: 'unread' })
  } catch (error) {
    console.warn('This browser does not let a page notify', error)
    refused = window.Notification
    changed()
    return undefined
  }
}

function changed() {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
