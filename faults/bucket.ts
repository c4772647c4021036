import { once } from 'node:events'
import { createServer, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** An object storage in memory, with the requests that the product sends. It checks no signatures. */
export class Bucket {
  readonly #objects = new Map<string, { body: Buffer; date: Date }>()
  readonly #server = createServer((request, response) => {
    void this.#respond(request).then(({ status, body = '', headers }) => response.writeHead(status, headers).end(body))
  })

  async start() {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  stop() {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  /** The settings of a server that stores its files here. */
  settings() {
    const { port } = this.#server.address() as AddressInfo
    return {
      STORAGE_URL: `s3://desk?endpoint=http://127.0.0.1:${port}`,
      AWS_ACCESS_KEY_ID: 'desk',
      AWS_SECRET_ACCESS_KEY: 'the-secret-of-the-desk',
    }
  }

  read(key: string) {
    return this.#objects.get(key)?.body
  }

  async #respond(
    request: IncomingMessage,
  ): Promise<{ status: number; body?: Buffer | string; headers?: OutgoingHttpHeaders }> {
    const { pathname, searchParams } = new URL(request.url!, 'http://desk')
    const key = decodeURIComponent(pathname).replace(/^\/desk\/?/, '')
    if (request.method === 'PUT') {
      this.#objects.set(key, { body: await buffer(request), date: new Date() })
      return { status: 200 }
    }
    if (request.method === 'DELETE') {
      this.#objects.delete(key)
      return { status: 204 }
    }
    if (!key) return { status: 200, body: this.#list(searchParams) }
    const found = this.#objects.get(key)
    if (!found) return { status: 404, body: '<Error><Code>NoSuchKey</Code></Error>' }
    const headers = { 'content-length': found.body.length, 'last-modified': found.date.toUTCString() }
    return { status: 200, headers, ...(request.method === 'GET' && { body: found.body }) }
  }

  /** One page with everything (AWS, 'ListObjectsV2'). */
  #list(query: URLSearchParams) {
    const prefix = query.get('prefix') ?? ''
    const keys = [...this.#objects.keys()].filter((key) => key.startsWith(prefix)).toSorted()
    const folders = new Set(keys.filter((key) => key.includes('/')).map((key) => `${key.split('/')[0]}/`))
    const contents = query.has('delimiter')
      ? [...folders].map((folder) => `<CommonPrefixes><Prefix>${folder}</Prefix></CommonPrefixes>`)
      : keys.map((key) => {
          const { body, date } = this.#objects.get(key)!
          const about = `<Size>${body.length}</Size><LastModified>${date.toISOString()}</LastModified>`
          return `<Contents><Key>${key}</Key>${about}</Contents>`
        })
    return `<ListBucketResult><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`
  }
}
