import { z } from 'zod'
import { CannedResponse, CreateCannedResponse, UpdateCannedResponse } from '#contract/cannedResponses.ts'
import { envelope } from '#contract/paging.ts'
import type { Db } from '#server/database/database.ts'
import { apiPaths } from '#server/http/apiPaths.ts'
import type { App } from '#server/http/app.ts'
import { runIdempotently } from '#server/http/idempotency.ts'
import {
  createCannedResponse,
  deleteCannedResponse,
  listCannedResponses,
  updateCannedResponse,
} from './cannedResponses.ts'

const tags = ['desk']
const config = { access: ['answer', 'enquiry'] } as const
const ResponseId = z.object({ id: z.guid() })

export function cannedResponseRoutes(app: App, services: { db: Db }) {
  readRoute(app, services)
  writeRoutes(app, services)
}

function readRoute(app: App, { db }: { db: Db }) {
  app.route({
    method: 'GET',
    url: apiPaths.answers,
    config,
    schema: {
      summary: "List the company's canned responses, by name",
      tags,
      response: { 200: envelope(z.object({ docs: z.array(CannedResponse) })) },
    },
    handler: async ({ actor }) => ({
      message: 'Canned responses',
      data: { docs: await listCannedResponses(db, actor) },
    }),
  })
}

function writeRoutes(app: App, { db }: { db: Db }) {
  app.route({
    method: 'POST',
    url: apiPaths.answers,
    config,
    schema: {
      summary: 'Create a canned response',
      tags,
      body: CreateCannedResponse,
      response: { 201: envelope(CannedResponse) },
    },
    async handler(request, reply) {
      const { actor, body } = request
      const created = await runIdempotently(db, request, async (tx) => ({
        message: `Canned response “${body.name}” saved`,
        data: await createCannedResponse(tx, actor, body),
      }))
      return reply.code(201).send(created)
    },
  })

  app.route({
    method: 'PATCH',
    url: apiPaths.answer,
    config,
    schema: {
      summary: 'Change a canned response',
      tags,
      params: ResponseId,
      body: UpdateCannedResponse,
      response: { 200: envelope(CannedResponse) },
    },
    async handler(request) {
      const { actor, body, params } = request
      return runIdempotently(db, request, async (tx) => {
        const data = await updateCannedResponse(tx, actor, params.id, body)
        return { message: `Canned response “${data.name}” saved`, data }
      })
    },
  })

  app.route({
    method: 'DELETE',
    url: apiPaths.answer,
    config,
    schema: { summary: 'Delete a canned response', tags, params: ResponseId, response: { 200: envelope(z.null()) } },
    async handler({ actor, params }) {
      await db.beginFor(actor.companyId, (tx) => deleteCannedResponse(tx, actor, params.id))
      return { message: 'Canned response deleted', data: null }
    },
  })
}
