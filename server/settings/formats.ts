import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { isSocketPath } from '#server/socketPath.ts'
import { readStorageUrl } from '#server/storage/storageUrl.ts'

export const webAddress = z.url({ protocol: /^https?$/ })

/**
 * The address of the API, on another host or as a path of the page's own, without a slash at its end. A path that begins with `//` would
 * name another host.
 */
export const apiAddress = z
  .union(
    [webAddress.refine((text) => /^[^?#@]*$/.test(text)), z.string().regex(/^\/[\w~-][\w.~/-]*$/)],
    'API_URL must be like https://api.desk.example/api, or a path such as /api',
  )
  .transform((text) => text.replace(/\/+$/, ''))

/** Queried for icons that the product's own server does not have. */
export const publicIconHosts = 'https://api.iconify.design https://api.simplesvg.com https://api.unisvg.com'

const network = z.union([z.literal('loopback'), z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])

/** Splits a list separated by commas or spaces; `none` is an empty list. */
export function listed(text: string) {
  return text === 'none' ? [] : text.split(/[\s,]+/).filter(Boolean)
}

/** Refuses a network of all addresses: every caller could then forge the address they are rate-limited by. */
export function areNetworks(names: string[]) {
  return names.every((name) => network.safeParse(name).success && !name.endsWith('/0'))
}

export const loopbackHosts = ['127.0.0.1', '::1', 'localhost']

export const gigabyte = 1024 ** 3

/** Bytes, or gigabytes with the unit: `5000000`, `10GB`, `0.5 GB`. */
export const storageSize = z
  .string()
  .regex(/^\d{1,15}$|^\d{1,6}(\.\d{1,3})? ?GB$/i)
  .transform((size) => (/GB$/i.test(size) ? Math.round(Number.parseFloat(size) * gigabyte) : Number(size)))

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Minutes, hours or days: `30m`, `24h`, `7d`. */
export const duration = z
  .string()
  .regex(/^[1-9]\d{0,3}[mhd]$/, 'BACKUP_EVERY must be like 30m, 24h or 7d')
  .transform((text) => Number.parseInt(text, 10) * unitMs[text.at(-1) as keyof typeof unitMs])

export function namesMailbox(url: string) {
  try {
    const { username, password, hostname, pathname } = new URL(url)
    decodeURIComponent(`${username}${password}${pathname}`)
    return Boolean(username && password && hostname)
  } catch {
    return false
  }
}

export function isLmtpPlace(place: string) {
  if (isAbsolute(place)) return isSocketPath(place)
  return /^\d{1,5}$/.test(place) && Number(place) >= 1 && Number(place) <= 65_535
}

/** A socket, or a port that only this machine can reach. */
export function lmtpPlace(place: string) {
  return isAbsolute(place) ? { path: place } : { host: '127.0.0.1', port: Number(place) }
}

/** Passes on what is wrong with the URL, which never quotes it: people write passwords into URLs. */
export function bucketPlace(url: string, { addIssue }: z.core.$RefinementCtx) {
  try {
    return readStorageUrl(url)
  } catch (error) {
    addIssue({ code: 'custom', message: `STORAGE_URL ${(error as Error).message}` })
    return z.NEVER
  }
}
