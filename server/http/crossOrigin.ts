import cors from '@fastify/cors'
import type { Config } from '#server/config.ts'
import type { App } from './app.ts'

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
