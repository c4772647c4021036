import { Agent as HttpAgent, type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { type Content, hashOf } from './content.ts'
import { refusalOf, textOf } from './s3Responses.ts'
import { isTemporary, StorageError, toStorageError } from './storageError.ts'
import type { BucketPlace, Credentials } from './storageUrl.ts'

export type S3Request = {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** The whole key, or '' for the bucket itself. */
  key: string
  query?: Record<string, string>
  content?: Content
  /** Without it, a request that fails for a temporary reason is repeated. */
  isSentOnce?: boolean
  /** How long the store may be silent. */
  stallMs?: number
}

export const defaultTimes = {
  /** How long the store may be silent, in a connection and in each response. */
  stallMs: 10_000,
  /** Before the second attempt at most; before each further one twice as long. */
  pauseMs: 200,
}

const maxAttempts = 3
const hashOfNothing = hashOf(Buffer.alloc(0))

/** Sends signed requests to one bucket (AWS, 'Signature Version 4', with the hash of each payload). */
export class S3Requests {
  readonly #agent: HttpAgent

  constructor(
    private readonly place: BucketPlace,
    private readonly credentials: Credentials,
    private readonly times: typeof defaultTimes,
  ) {
    const options = { keepAlive: true, scheduling: 'lifo' } as const
    this.#agent = place.endpoint.protocol === 'https:' ? new HttpsAgent(options) : new HttpAgent(options)
  }

  /** The response to a request that succeeded, with its body unread. Throws a StorageError. */
  send(request: S3Request): Promise<IncomingMessage> {
    return this.#repeat(request, () => this.#attempt(request))
  }

  /** The text of the response to a request. Throws a StorageError. */
  sendForText(request: S3Request): Promise<string> {
    return this.#repeat(request, async () => textOf(await this.#attempt(request)))
  }

  async #repeat<T>({ isSentOnce }: S3Request, attemptOnce: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await attemptOnce()
      } catch (error) {
        const isLast = isSentOnce || attempt === maxAttempts
        if (!(error instanceof StorageError) || isLast || !isTemporary(error)) throw error
        await wait(Math.random() * this.times.pauseMs * 2 ** (attempt - 1))
      }
    }
  }

  async #attempt(request: S3Request) {
    const { method, content, isSentOnce, stallMs = this.times.stallMs } = request
    const url = urlOf(this.place, request)
    const headers = await this.#sign(url, method, content)
    const start = url.protocol === 'https:' ? httpsRequest : httpRequest
    // The store may be closing a connection that is used again. Only a repeated request survives that.
    const agent = isSentOnce ? false : this.#agent
    const body = await content?.open()
    const outgoing = start(url, { method, headers, agent, timeout: stallMs })
    const response = await responseTo(outgoing, body, stallMs)
    if (response.statusCode! < 300) return response
    throw await refusalOf(response)
  }

  async #sign(url: URL, method: string, content: Content | undefined) {
    const signer = new AwsV4Signer({
      url: url.href,
      method,
      headers: { 'x-amz-content-sha256': content?.sha256 ?? hashOfNothing },
      ...this.credentials,
      service: 's3',
      region: this.place.region,
    })
    const { headers } = await signer.sign()
    const hasBody = method === 'PUT' || method === 'POST'
    return { ...Object.fromEntries(headers), ...(hasBody && { 'content-length': content?.size ?? 0 }) }
  }
}

function urlOf({ endpoint, bucket, style }: BucketPlace, { key, query = {} }: S3Request) {
  const url = new URL(endpoint)
  const path = key.split('/').map(encodeURIComponent).join('/')
  if (style === 'host') url.hostname = `${bucket}.${endpoint.hostname}`
  url.pathname = style === 'host' ? `/${path}` : `/${bucket}${path && `/${path}`}`
  url.search = String(new URLSearchParams(query))
  return url
}

function responseTo(outgoing: ClientRequest, body: Readable | undefined, stallMs: number) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const fail = (error: Error) => reject(toStorageError(error))
    let response: IncomingMessage | undefined
    outgoing.on('response', (incoming) => resolve((response = incoming)))
    // Errors after the response reach its reader.
    outgoing.on('error', fail)
    outgoing.on('timeout', () => {
      // A reader that is slower than the store leaves bytes in the response. That is no stall.
      if (response && response.readableLength > 0) response.socket.setTimeout(stallMs)
      else (response ?? outgoing).destroy(new StorageError('Stalled', 'it did not respond in time'))
    })
    if (body) pipeline(body, outgoing).catch(fail)
    else outgoing.end()
  })
}
