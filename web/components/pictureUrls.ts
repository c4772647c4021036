import { useEffect } from 'react'
import { serverNow } from '#web/api/clock.ts'

/** Signed URLs open a file for some minutes, and each answer of the server has newer ones. */
const shown = new Map<string, string>()
const failed = new Set<string>()
const mostRemembered = 2000
/** All that is shown is asked for again at most this often, in milliseconds, whatever fails to load. */
const pause = 60_000

const listeners = new Set<() => void>()
let renewedAt = -Infinity
/** A picture failed before anybody could ask for newer URLs. */
let isWaiting = false

/** The earlier URL of the same file while it is good: with a newer one the browser would load the picture again. */
export function steadyUrl(url: string): string {
  const expires = expiryOf(url)
  if (expires === undefined) return url
  const file = fileOf(url)
  const earlier = shown.get(file)
  if (earlier && !failed.has(earlier) && !isExpired(earlier)) return earlier
  if (shown.size >= mostRemembered) shown.clear()
  shown.set(file, url)
  return url
}

/** The same for all URLs of a file under its name. */
export function fileOf(url: string) {
  return url.replace(/[?&](expires|signature)=[^&]*/g, '')
}

/** Whether the server would refuse it by now. */
export function isExpired(url: string) {
  const expires = expiryOf(url)
  return expires !== undefined && expires <= serverNow()
}

/** Milliseconds since 1970; undefined for a URL that is good for ever, such as that of a file on this device. */
function expiryOf(url: string) {
  const seconds = /[?&]expires=(\d+)/.exec(url)?.[1]
  return seconds === undefined ? undefined : Number(seconds) * 1000
}

/** Another URL is used for the file as soon as the server has given one. */
export function dropUrl(url: string) {
  if (failed.size >= mostRemembered) failed.clear()
  failed.add(url)
}

/** Calls back when pictures of people or companies need new URLs. Returns how to stop, with which the pause ends too. */
export function onPicturesFailed(listener: () => void) {
  listeners.add(listener)
  if (isWaiting) listener()
  isWaiting = false
  return () => {
    listeners.delete(listener)
    renewedAt = -Infinity
  }
}

/** The picture of a person or a company: what to show, and what to call when it cannot be loaded. */
export function usePicture(url: string | null | undefined) {
  const src = url ? steadyUrl(url) : undefined
  const onError = () => src && renewAll(src)
  useEffect(() => {
    if (src && isExpired(src)) renewAll(src)
  }, [src])
  return { src, onError }
}

function renewAll(url: string) {
  dropUrl(url)
  if (performance.now() - renewedAt < pause) return
  renewedAt = performance.now()
  isWaiting = listeners.size === 0
  for (const listener of listeners) listener()
}
