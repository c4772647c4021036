import { z } from 'zod'
import { CannedAnswer, CreateAnswer, UpdateAnswer } from '#contract/cannedResponses.ts'
import { answer } from '#contract/paging.ts'
import type { Db } from '#server/database/database.ts'
import type { App } from '#server/http/app.ts'
import { carryOut } from '#server/http/idempotency.ts'
import { createAnswer, deleteAnswer, listAnswers, updateAnswer } from './cannedResponses.ts'

const tags = ['desk']
const config = { access: ['answer', 'enquiry'] } as const
const AnswerId = z.object({ id: z.guid() })

export function answerRoutes(app: App, { db }: { db: Db }) {
  app.route({
    method: 'GET',
    url: '/answers',
    config,
    schema: {
      summary: "The company's canned answers, by name",
      tags,
      response: { 200: answer(z.object({ docs: z.array(CannedAnswer) })) },
    },
    handler: async ({ actor }) => ({ message: 'Canned answers', data: { docs: await listAnswers(db, actor) } }),
  })

  app.route({
    method: 'POST',
    url: '/answers',
    config,
    schema: { summary: 'Keep a canned answer', tags, body: CreateAnswer, response: { 201: answer(CannedAnswer) } },
    async handler(request, reply) {
      const { actor, body } = request
      const created = await carryOut(db, request, async (tx) => ({
        message: `Canned answer “${body.name}” saved`,
        data: await createAnswer(tx, actor, body),
      }))
      return reply.code(201).send(created)
    },
  })

  app.route({
    method: 'PATCH',
    url: '/answers/:id',
    config,
    schema: {
      summary: 'Change a canned answer',
      tags,
      params: AnswerId,
      body: UpdateAnswer,
      response: { 200: answer(CannedAnswer) },
    },
    async handler(request) {
      const { actor, body, params } = request
      return carryOut(db, request, async (tx) => {
        const data = await updateAnswer(tx, actor, params.id, body)
        return { message: `Canned answer “${data.name}” saved`, data }
      })
    },
  })

  app.route({
    method: 'DELETE',
    url: '/answers/:id',
    config,
    schema: { summary: 'Remove a canned answer', tags, params: AnswerId, response: { 200: answer(z.null()) } },
    async handler({ actor, params }) {
      await db.beginFor(actor.companyId, (tx) => deleteAnswer(tx, actor, params.id))
      return { message: 'Canned answer removed', data: null }
    },
  })
}
