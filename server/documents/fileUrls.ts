import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { imageTypes } from '#contract/documents.ts'
import { apiPaths } from '#server/http/apiPaths.ts'
import { thumbnailKey, thumbnailType } from './images/images.ts'

/** The type of a file that a browser must save instead of opening. */
export const downloadType = 'application/octet-stream'

/** The parts of a signed URL. */
export const SignedFile = z.object({
  key: z.string().regex(/^[0-9a-f]{64}(\.thumbnail)?$/),
  type: z.enum([...imageTypes, downloadType]),
  name: z.string(),
  expires: z.coerce.number().int().describe('seconds since 1970'),
  signature: z.string(),
  download: z.literal('').optional().describe('saves the file instead of showing it'),
})
export type SignedFile = z.infer<typeof SignedFile>

const lifetimeSeconds = 15 * 60
/** A file keeps the same URL for this long, so that browsers can cache its content. */
const roundingSeconds = 5 * 60
const maxCachedUrls = 2000

/** Makes signed URLs. Everyone who has one can open the file for 10 to 15 minutes. */
export class FileUrls {
  readonly #key: Buffer
  /** URLs with the same expiry, cached because lists contain the same files again and again. */
  #cached = { expires: 0, urls: new Map<string, string>() }

  constructor(
    secret: string,
    readonly apiUrl: string,
  ) {
    this.#key = createHmac('sha256', secret).update('file urls').digest()
  }

  original(sha256: string, type: string, name: string) {
    return this.#url(sha256, type, name)
  }

  /** A file that is not an image. */
  download(sha256: string, name: string) {
    return this.#url(sha256, downloadType, name)
  }

  thumbnail(sha256: string, name: string) {
    return this.#url(thumbnailKey(sha256), thumbnailType, name)
  }

  /** The picture of a person or a company, or null if they have none. */
  picture(sha256: string | null) {
    return sha256 && this.thumbnail(sha256, 'picture')
  }

  isValid({ key, type, name, expires, signature }: SignedFile) {
    const expected = Buffer.from(this.#signature(key, type, name, expires))
    const given = Buffer.from(signature)
    return expires > Date.now() / 1000 && given.length === expected.length && timingSafeEqual(given, expected)
  }

  #url(key: string, type: string, name: string) {
    const expires = Math.floor(Date.now() / 1000 / roundingSeconds) * roundingSeconds + lifetimeSeconds
    const isFull = this.#cached.urls.size >= maxCachedUrls
    if (this.#cached.expires !== expires || isFull) this.#cached = { expires, urls: new Map() }
    const { urls } = this.#cached
    const file = `${key} ${type} ${name}`
    const url = urls.get(file) ?? this.#signed(key, type, name, expires)
    urls.set(file, url)
    return url
  }

  #signed(key: string, type: string, name: string, expires: number) {
    const signature = this.#signature(key, type, name, expires)
    const query = new URLSearchParams({ type, name, expires: String(expires), signature })
    return `${this.apiUrl}${apiPaths.file.replace(':key', key)}?${query.toString()}`
  }

  #signature(key: string, type: string, name: string, expires: number) {
    return createHmac('sha256', this.#key).update(`${key}\n${type}\n${expires}\n${name}`).digest('base64url')
  }
}
