import { Readable } from 'node:stream'
import type { Content } from './content.ts'
import { defaultPartBytes, type Measured, uploadInParts } from './multipartUpload.ts'
import { defaultTimes, S3Requests } from './s3Requests.ts'
import { dateOf, type Listed, readList, sizeOf, type Stored, wholeBody } from './s3Responses.ts'
import { StorageError } from './storageError.ts'
import { type BucketPlace, type Credentials, readStorageUrl } from './storageUrl.ts'

/** The bucket and folder of an `s3://` URL. Throws an error that says what is wrong with the URL. */
export function openBucket(url: string, credentials: Credentials, times = defaultTimes) {
  return new S3Client(readStorageUrl(url), credentials, times)
}

/**
 * A folder of a bucket. Keys are relative to that folder. All methods throw StorageErrors. It uses only what all stores do
 * alike: no access lists, no conditions, no trailers.
 */
export class S3Client {
  readonly #requests: S3Requests

  constructor(
    readonly place: BucketPlace,
    credentials: Credentials,
    times = defaultTimes,
  ) {
    this.#requests = new S3Requests(place, credentials, times)
  }

  /** Resolves once the store has acknowledged the bytes. It refuses bytes that do not have the hash. */
  async put(key: string, content: Content) {
    await this.#requests.sendForText({ method: 'PUT', key: this.#keyOf(key), content })
  }

  /** The bytes and their number, or undefined if the key does not exist. The stream fails unless all of them arrive. */
  async get(key: string): Promise<{ stream: Readable; size: number } | undefined> {
    const response = await this.#requests.send({ method: 'GET', key: this.#keyOf(key) }).catch(unlessMissing)
    if (!response) return undefined
    const size = sizeOf(response)
    const stream = Readable.from(wholeBody(response, size), { objectMode: false })
    // A stream that nobody has begun to read does not end its source.
    stream.once('close', () => response.destroy())
    return { stream, size }
  }

  /**
   * Stores bytes of any number as they arrive, in parts. Throws, and leaves nothing behind, if the source fails, or does not
   * have the given size and hash.
   */
  upload(key: string, source: AsyncIterable<Uint8Array>, measured: Measured, partBytes = defaultPartBytes) {
    return uploadInParts(this.#requests, this.#keyOf(key), source, measured, partBytes)
  }

  /** Returns undefined if the key does not exist. */
  async head(key: string): Promise<Stored | undefined> {
    const response = await this.#requests.send({ method: 'HEAD', key: this.#keyOf(key) }).catch(unlessMissing)
    response?.resume()
    return response && { size: sizeOf(response), storedAt: dateOf(response.headers['last-modified']) }
  }

  /** Does nothing if the key does not exist. */
  async delete(key: string, { isSentOnce = false } = {}) {
    await this.#requests.sendForText({ method: 'DELETE', key: this.#keyOf(key), isSentOnce }).catch(unlessMissing)
  }

  /** All keys that begin with `prefix`. */
  async *list(prefix = ''): AsyncGenerator<Listed> {
    for await (const { keys } of this.#pages(prefix)) {
      for (const found of keys) yield { ...found, key: found.key.slice(this.place.folder.length) }
    }
  }

  /** The names before the first `/` of all keys. */
  async listFolders() {
    const names: string[] = []
    for await (const { folders } of this.#pages('', { delimiter: '/' })) {
      names.push(...folders.map((folder) => folder.slice(this.place.folder.length, -1)))
    }
    return names
  }

  async *#pages(prefix: string, options: Record<string, string> = {}) {
    const query = { 'list-type': '2', prefix: this.#keyOf(prefix), ...options }
    let token: string | undefined
    do {
      const place = token === undefined ? query : { ...query, 'continuation-token': token }
      const text = await this.#requests.sendForText({ method: 'GET', key: '', query: place })
      const page = readList(text, query.prefix)
      yield page
      token = page.next
    } while (token !== undefined)
  }

  #keyOf(key: string) {
    return `${this.place.folder}${key}`
  }
}

/** A missing bucket is a fault, unlike a missing key. */
function unlessMissing(error: unknown): undefined {
  if (!(error instanceof StorageError) || error.code !== 'NoSuchKey') throw error
}
