import { useSyncExternalStore } from 'react'
import { readCookie, writeCookie } from '#web/theme/cookie.ts'

/** `unknown`: the browser has no notifications; `blocked`: the person blocked them in the browser's settings. */
export type NotificationState = 'on' | 'off' | 'blocked' | 'unknown'

// A cookie: logging out clears local storage.
const cookie = 'notifications'
const listeners = new Set<() => void>()
// Chrome on Android has the constructor and grants permission, but throws when a page calls it.
let refused: unknown

export function readNotificationState(): NotificationState {
  if (!('Notification' in window) || window.Notification === refused) return 'unknown'
  if (Notification.permission === 'denied') return 'blocked'
  return Notification.permission === 'granted' && readCookie(cookie) === 'on' ? 'on' : 'off'
}

export function useNotificationState() {
  return useSyncExternalStore(subscribe, readNotificationState)
}

/** Asks for permission if it is still open, so call it only when the person has pressed a button. */
export async function switchNotifications(isOn: boolean) {
  if (isOn && Notification.permission === 'default') await Notification.requestPermission()
  writeCookie(cookie, isOn ? 'on' : 'off')
  changed()
}

/** The text of a notification, and the time of the message. */
type Message = { title: string; body: string; at: string }

/** Notifies a person who looks elsewhere, from only one of their tabs. Each notification replaces the one before. */
export async function notify(message: Message, onOpened: () => void) {
  if (document.hasFocus() || readNotificationState() !== 'on' || !(await isOurTurn(message))) return
  const notification = make(message)
  notification?.addEventListener('click', () => {
    window.focus()
    notification.close()
    onOpened()
  })
}

const focusLock = 'looked-at'
/** How long one tab's notification silences the other tabs, which may receive the event later. */
const silencedMs = 60_000

/** Web Locks exist only in secure contexts. Without them each tab notifies on its own. */
async function isOurTurn({ at }: Message) {
  if (!navigator.locks) return true
  const { held = [] } = await navigator.locks.query()
  if (held.some(({ name }) => name === focusLock)) return false
  return new Promise<boolean>((resolve) => {
    void navigator.locks.request(`notified:${at}`, { ifAvailable: true }, async (lock) => {
      resolve(lock !== null)
      if (lock) await new Promise((release) => setTimeout(release, silencedMs))
    })
  })
}

/** Holds a lock while the person looks at this tab, so that the others stay silent. Returns a function that stops this. */
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
