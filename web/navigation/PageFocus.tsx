import { useEffect, useEffectEvent, useRef } from 'react'
import { NavigationType, useNavigationType } from 'react-router'
import { paths } from './paths.ts'
import { useRouter } from './useRouter.ts'

/** How often it is looked whether something has closed, in milliseconds. */
const glance = 50

/** On every new page the focus goes to where reading begins; come back to, to the link that one had followed. */
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

/** Going from one enquiry to the next there leaves the page: it moves the focus among its panes itself. */
function isWithinDesk(from: string, to: string) {
  return from.startsWith(paths.desk) && to.startsWith(paths.desk)
}

function focusPage(from: string | undefined) {
  const leaving = new AbortController()
  const { signal } = leaving
  // What closes only now holds the focus, and then gives it back to what had opened it: that was on the page before.
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
  }, glance)
  signal.addEventListener('abort', () => window.clearInterval(timer))
}

function placeFocus(from: string | undefined, signal: AbortSignal) {
  const page = document.querySelector('main')
  if (!page || isTaken(page)) return
  let placed = focusStart(page, from)
  // The heading of a skeleton gives way to that of the page, and takes the focus with it.
  const changes = new MutationObserver(() => {
    if (!placed.isConnected && document.activeElement === document.body) placed = focusStart(page, from)
  })
  changes.observe(page, { childList: true, subtree: true })
  signal.addEventListener('abort', () => changes.disconnect())
}

/** The page has put the focus somewhere itself, or somebody types. */
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

/** To the same enquiry, whichever of its pages that was. */
function linkTo(page: HTMLElement, from: string) {
  const name = from.split('/').at(-1)
  return name && [...page.querySelectorAll('a')].find((link) => link.pathname.endsWith(`/${name}`))
}
