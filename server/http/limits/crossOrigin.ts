import cors from '@fastify/cors'
import type { FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import type { App } from '#server/http/app.ts'
import { forbidden } from '#server/http/errors.ts'

/** The headers of responses that the page reads, beyond those that a browser always shows it. */
const exposedHeaders = [
  'content-disposition',
  'date',
  'etag',
  'retry-after',
  'x-last-event',
  'x-request-id',
  'x-total-docs',
]

/** How long a browser may remember what is allowed, in seconds. Chromium forgets it after two hours. */
const rememberedSeconds = 7200

/** If the API is on another host than the page, lets exactly that page call it (CORS). */
export async function allowPage(api: App, { pageOrigin }: Config) {
  if (pageOrigin === undefined) return
  await api.register(cors, {
    origin: (asking, decide) => decide(null, asking === pageOrigin),
    credentials: true,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders,
    maxAge: rememberedSeconds,
  })
}

/**
 * Throws 403 for a request from a page of another origin, for routes that act by a cookie: `SameSite` lets every page of the same site
 * send it. Browsers name the origin with each POST (Fetch standard), and pages cannot change it or the host.
 */
export function requireOwnPage({ headers, host }: FastifyRequest, { publicUrl, pageOrigin, isHttps }: Config) {
  const { origin, 'sec-fetch-site': site } = headers
  if (origin === undefined || site === 'same-origin' || origin === pageOrigin) return
  if (origin === `https://${host}` || (!isHttps && origin === `http://${host}`)) return
  if (publicUrl && origin === new URL(publicUrl).origin) return
  throw forbidden('This page may not use your session. Open the product at its own address')
}
