import { z } from 'zod'
import { streamEvents } from '#contract/events.ts'
import { apiPaths } from '#server/http/apiPaths.ts'
import type { App } from '#server/http/app.ts'
import type { EventHub } from './eventHub.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route stores nothing, so it causes no events. */
    isTransient?: boolean
  }
}

const EventNo = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional()

const Listen = z.object({
  after: EventNo.describe('The last `no` that the client has received, or the `X-Last-Event` of an earlier response.'),
})

/** An EventSource sends this header when it reconnects (HTML standard, 'Server-sent events'). It is newer than the URL. */
const Resume = z.object({ 'last-event-id': EventNo.describe('Like `after`, which it overrides.') })

const kinds = Object.keys(streamEvents).map((kind) => `\`${kind}\``)

export function eventRoutes(app: App, { hub }: { hub: EventHub }) {
  // Changes are committed before the response is sent.
  app.addHook('onResponse', async ({ method, routeOptions, actor }, { statusCode }) => {
    if (method === 'GET' || statusCode >= 300 || !actor || routeOptions.config.isTransient) return
    hub.changed(actor.companyId)
  })

  // So a page knows which events its first responses contain, and asks the stream for the later ones.
  app.addHook('preHandler', async ({ actor }, reply) => {
    if (actor) void reply.header('x-last-event', actor.lastShownEvent)
  })

  app.route({
    method: 'GET',
    url: apiPaths.events,
    config: { access: 'signed-in' },
    schema: {
      summary: 'Stream the company’s events as server-sent events, until the token expires',
      description: `The event types are ${kinds.join(', ')}.`,
      tags: ['events'],
      querystring: Listen,
      headers: Resume,
    },
    async handler({ actor, query, headers }, reply) {
      const stream = await hub.join(actor, headers['last-event-id'] ?? query.after)
      return reply
        .headers({
          'content-type': 'text/event-stream',
          // A connection kept alive for more requests would delay the server's shutdown.
          connection: 'close',
          // Prevents nginx and similar proxies from buffering the stream.
          'x-accel-buffering': 'no',
        })
        .send(stream.body)
    },
  })
}
