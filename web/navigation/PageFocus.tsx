import { useEffect, useEffectEvent, useRef } from 'react'
import { NavigationType, useNavigationType } from 'react-router'
import { paths } from './paths.ts'
import { useRouter } from './useRouter.ts'

/** How often to check whether a dialog has closed, in milliseconds. */
const checkIntervalMs = 50

/** Moves focus to the heading of each new page, and to the link that was followed when people go back. */
export function PageFocus() {
  const { path } = useRouter()
  const isBack = useNavigationType() === NavigationType.Pop
  const place = useEffectEvent((from: string) => focusPage(isBack ? from : undefined))
  const left = useRef(path)
  useEffect(() => {
    const from = left.current
    left.current = path
    if (from !== path && !isWithinDesk(from, path)) return place(from)
  }, [path])
  return null
}

/** The desk moves focus among its panes when people go from one enquiry to the next. */
function isWithinDesk(from: string, to: string) {
  return from.startsWith(paths.desk) && to.startsWith(paths.desk)
}

function focusPage(from: string | undefined) {
  const leaving = new AbortController()
  const { signal } = leaving
  // A closing dialog or menu still has focus, and then returns it to its opener on the previous page.
  const closing = document.activeElement?.closest('[aria-modal=true], [role=menu]')
  if (!closing) placeFocus(from, signal)
  else whenLeft(closing, signal, () => placeFocus(from, signal))
  return () => leaving.abort()
}

function whenLeft(closing: Element, signal: AbortSignal, onLeft: () => void) {
  const timer = window.setInterval(() => {
    if (closing.contains(document.activeElement)) return
    window.clearInterval(timer)
    onLeft()
  }, checkIntervalMs)
  signal.addEventListener('abort', () => window.clearInterval(timer))
}

function placeFocus(from: string | undefined, signal: AbortSignal) {
  const page = document.querySelector('main')
  if (!page || isTaken(page)) return
  let placed = focusStart(page, from)
  // When the page replaces its skeleton, the skeleton's focused heading disappears.
  const changes = new MutationObserver(() => {
    if (!placed.isConnected && document.activeElement === document.body) placed = focusStart(page, from)
  })
  changes.observe(page, { childList: true, subtree: true })
  signal.addEventListener('abort', () => changes.disconnect())
}

/** Moves focus to the page's heading, when the focused element has disappeared. */
export function focusHeading() {
  const page = document.querySelector('main')
  if (page) focusStart(page, undefined)
}

/** Whether the page has already moved focus, or someone is typing. */
function isTaken(page: Element) {
  const active = document.activeElement
  if (!active || active === page) return false
  return page.contains(active) || active.matches('input, textarea, [contenteditable]')
}

function focusStart(page: HTMLElement, from: string | undefined) {
  const followed = from && linkTo(page, from)
  const start = followed || page.querySelector('h1') || page
  if (start !== followed) start.tabIndex = -1
  start.focus({ preventScroll: true })
  return start
}

/** The link to the same enquiry, for any of its pages. */
function linkTo(page: HTMLElement, from: string) {
  const name = from.split('/').at(-1)
  return name && [...page.querySelectorAll('a')].find((link) => link.pathname.endsWith(`/${name}`))
}
