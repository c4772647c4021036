import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { imageTypes } from '#contract/documents.ts'
import { thumbnailKey, thumbnailType } from './images.ts'

/** What a signed URL says of the file that it opens. */
export const SignedFile = z.object({
  key: z.string().regex(/^[0-9a-f]{64}(\.thumbnail)?$/),
  type: z.enum(imageTypes),
  name: z.string(),
  expires: z.coerce.number().int().describe('seconds since 1970'),
  signature: z.string(),
})
export type SignedFile = z.infer<typeof SignedFile>

/** In seconds: how long a URL is good, and for how long the same one is given. */
const lifetime = 15 * 60
const rounding = 5 * 60
const mostKept = 2000

/**
 * Makes URLs that open a stored file for 10 to 15 minutes, for everybody who holds them.
 * They stay the same for 5 minutes, so that browsers can keep what they loaded.
 */
export class FileUrls {
  readonly #key: Buffer
  /** Those that expire at the same time: lists name the same files again and again. */
  #kept = { expires: 0, urls: new Map<string, string>() }

  constructor(secret: string) {
    this.#key = createHmac('sha256', secret).update('file urls').digest()
  }

  original(sha256: string, type: string, name: string) {
    return this.#url(sha256, type, name)
  }

  thumbnail(sha256: string, name: string) {
    return this.#url(thumbnailKey(sha256), thumbnailType, name)
  }

  /** The picture of a person or a company, or null where there is none. */
  picture(sha256: string | null) {
    return sha256 && this.thumbnail(sha256, 'picture')
  }

  isValid({ key, type, name, expires, signature }: SignedFile) {
    const expected = Buffer.from(this.#signature(key, type, name, expires))
    const given = Buffer.from(signature)
    return expires > Date.now() / 1000 && given.length === expected.length && timingSafeEqual(given, expected)
  }

  #url(key: string, type: string, name: string) {
    const expires = Math.floor(Date.now() / 1000 / rounding) * rounding + lifetime
    if (this.#kept.expires !== expires || this.#kept.urls.size >= mostKept) this.#kept = { expires, urls: new Map() }
    const { urls } = this.#kept
    const file = `${key} ${type} ${name}`
    const url = urls.get(file) ?? this.#signed(key, type, name, expires)
    urls.set(file, url)
    return url
  }

  #signed(key: string, type: string, name: string, expires: number) {
    const signature = this.#signature(key, type, name, expires)
    const query = new URLSearchParams({ type, name, expires: String(expires), signature })
    return `/api/files/${key}?${query.toString()}`
  }

  #signature(key: string, type: string, name: string, expires: number) {
    return createHmac('sha256', this.#key).update(`${key}\n${type}\n${expires}\n${name}`).digest('base64url')
  }
}
