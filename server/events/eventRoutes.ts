import { z } from 'zod'
import { streamEvents } from '#contract/events.ts'
import type { App } from '#server/http/app.ts'
import type { EventHub } from './eventHub.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** It leaves nothing behind that others could be told of. */
    isTransient?: boolean
  }
}

const Known = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional()

const Listen = z.object({ after: Known.describe('the last `no` that is known') })

/** What standard clients of such streams send as they come back; newer than what the address says. */
const Resume = z.object({ 'last-event-id': Known.describe('the same, and counts before `after`') })

const kinds = Object.keys(streamEvents).map((kind) => `\`${kind}\``)

export function eventRoutes(app: App, { hub }: { hub: EventHub }) {
  // What somebody has changed is committed before they are answered.
  app.addHook('onResponse', async ({ method, routeOptions, actor }, { statusCode }) => {
    if (method === 'GET' || statusCode >= 300 || !actor || routeOptions.config.isTransient) return
    hub.changed(actor.companyId)
  })

  app.route({
    method: 'GET',
    url: '/events',
    config: { access: 'signed-in' },
    schema: {
      summary: 'What happens in the company, as server-sent events for as long as the token lives',
      description: `The kinds of events are ${kinds.join(', ')}.`,
      tags: ['events'],
      querystring: Listen,
      headers: Resume,
    },
    async handler({ actor, query, headers }, reply) {
      const stream = await hub.join(actor, headers['last-event-id'] ?? query.after)
      return reply
        .headers({
          'content-type': 'text/event-stream',
          // Kept for more requests, it would hold up the server's stop.
          connection: 'close',
          // Proxies would gather what is to arrive at once.
          'x-accel-buffering': 'no',
        })
        .send(stream.body)
    },
  })
}
