import { useEffect, useState } from 'react'
import { serverNow } from '#web/api/session/clock.ts'

/**
 * By file: the URL in use. Signed URLs are valid for some minutes, and every response of the server contains new ones.
 */
const currentUrls = new Map<string, string>()
const failedUrls = new Set<string>()
const maxEntries = 2000
/** New URLs are requested at most this often, however many pictures fail. */
const renewalIntervalMs = 60_000

const listeners = new Set<() => void>()
let renewedAt = -Infinity
/** A picture failed before any listener was registered. */
let isRenewalPending = false

/** Keeps using the URL of a file while it is valid, because a new one would make the browser load the picture again. */
export function stableUrl(url: string): string {
  const expires = expiryOf(url)
  if (expires === undefined) return url
  const key = fileKey(url)
  const current = currentUrls.get(key)
  if (current && !failedUrls.has(current) && !isExpired(current)) return current
  if (currentUrls.size >= maxEntries) currentUrls.clear()
  currentUrls.set(key, url)
  return url
}

/** Identifies the file: the URL without its expiry and signature. */
export function fileKey(url: string) {
  return url.replace(/[?&](expires|signature)=[^&]*/g, '')
}

/**
 * The URL with which the server lets the file be saved. For a link to another host, browsers ignore the attribute `download` (HTML standard,
 * 'Downloading resources'). Object URLs have no query and stay as they are.
 */
export function downloadUrl(url: string) {
  return url.includes('?') ? `${url}&download=` : url
}

/** Whether the server would refuse the URL. */
export function isExpired(url: string) {
  const expires = expiryOf(url)
  return expires !== undefined && expires <= serverNow()
}

/** Milliseconds since 1970; undefined for a URL that does not expire, such as an object URL. */
function expiryOf(url: string) {
  const seconds = /[?&]expires=(\d+)/.exec(url)?.[1]
  return seconds === undefined ? undefined : Number(seconds) * 1000
}

/** Marks a URL as failed, so that the next URL of the server for this file replaces it. */
export function dropUrl(url: string) {
  if (failedUrls.size >= maxEntries) failedUrls.clear()
  failedUrls.add(url)
}

/**
 * Calls back when pictures of people or companies need new URLs. Returns a function that unsubscribes and lets the next
 * failure request new URLs without waiting for the interval.
 */
export function onPicturesFailed(listener: () => void) {
  listeners.add(listener)
  if (isRenewalPending) listener()
  isRenewalPending = false
  return () => {
    listeners.delete(listener)
    renewedAt = -Infinity
  }
}

/** The `src` and `onError` of the picture of a person or a company. Without a picture, or once it has failed, there is no `src`. */
export function usePicture(url: string | null | undefined) {
  const src = url ? stableUrl(url) : undefined
  const [failedSrc, setFailedSrc] = useState<string>()
  const onError = () => {
    setFailedSrc(src)
    if (src) requestRenewal(src)
  }
  useEffect(() => {
    if (src && isExpired(src)) requestRenewal(src)
  }, [src])
  return { src: src === failedSrc ? undefined : src, onError }
}

function requestRenewal(url: string) {
  dropUrl(url)
  if (performance.now() - renewedAt < renewalIntervalMs) return
  renewedAt = performance.now()
  isRenewalPending = listeners.size === 0
  for (const listener of listeners) listener()
}
