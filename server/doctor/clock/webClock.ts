import { once } from 'node:events'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { within } from '#server/database/timeLimit.ts'

/**
 * The moment, in milliseconds, by the date that a web server sends with every response, also with an error. Throws if it sends none,
 * or if a cache has kept the response. The check of certificates judges its certificate.
 */
export async function askWeb(address: URL, ms: number) {
  const url = new URL('/healthz', address)
  const start = url.protocol === 'https:' ? httpsRequest : httpRequest
  const headers = { 'cache-control': 'no-cache' }
  const asking = start(url, { method: 'HEAD', headers, rejectUnauthorized: false, agent: false })
  // A web server may send more than a response, or end the connection late.
  asking.on('error', () => undefined)
  try {
    asking.end()
    const [response] = (await within(ms, url.host, once(asking, 'response'))) as [IncomingMessage]
    return dateOf(response, url)
  } finally {
    asking.destroy()
  }
}

function dateOf({ headers }: IncomingMessage, { host }: URL) {
  // Only a cache adds an age, and keeps the old date (RFC 9111, 5.1).
  if (headers.age !== undefined) throw new Error(`A cache has responded for ${host}`)
  const date = Date.parse(headers.date ?? '')
  if (Number.isNaN(date)) throw new Error(`${host} has sent no date`)
  return date
}
