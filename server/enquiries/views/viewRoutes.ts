import { z } from 'zod'
import { envelope } from '#contract/paging.ts'
import { ChangeView, SavedView, SaveView } from '#contract/views.ts'
import type { Db } from '#server/database/database.ts'
import { apiPaths } from '#server/http/apiPaths.ts'
import type { App } from '#server/http/app.ts'
import { runIdempotently } from '#server/http/idempotency.ts'
import { changeView, listViews, removeView, saveView } from './views.ts'

const tags = ['views']
const params = z.object({ id: z.guid() })

export function viewRoutes(app: App, { db }: { db: Db }) {
  app.route({
    method: 'GET',
    url: apiPaths.views,
    config: { access: ['read', 'enquiry'] },
    schema: {
      summary: 'Saved views of the list: the company’s and my own',
      tags,
      response: { 200: envelope(z.array(SavedView)) },
    },
    handler: async ({ actor }) => ({ message: 'Views', data: await listViews(db, actor) }),
  })

  app.route({
    method: 'POST',
    url: apiPaths.views,
    config: { access: ['read', 'enquiry'] },
    schema: { summary: 'Save a view under a name', tags, body: SaveView, response: { 201: envelope(SavedView) } },
    async handler(request, reply) {
      const { actor, body } = request
      const saved = await runIdempotently(db, request, async (tx) => {
        return { message: `View “${body.name}” saved`, data: await saveView(tx, actor, body) }
      })
      return reply.code(201).send(saved)
    },
  })

  app.route({
    method: 'PATCH',
    url: apiPaths.view,
    config: { access: ['read', 'enquiry'] },
    schema: { summary: 'Change a view', tags, params, body: ChangeView, response: { 200: envelope(SavedView) } },
    handler: (request) =>
      runIdempotently(db, request, async (tx) => {
        const data = await changeView(tx, request.actor, request.params.id, request.body)
        return { message: `View “${data.name}” saved`, data }
      }),
  })

  app.route({
    method: 'DELETE',
    url: apiPaths.view,
    config: { access: ['read', 'enquiry'] },
    schema: { summary: 'Remove a view', tags, params, response: { 200: envelope(z.null()) } },
    handler: (request) =>
      runIdempotently(db, request, async (tx) => {
        await removeView(tx, request.actor, request.params.id)
        return { message: 'View removed', data: null }
      }),
  })
}
