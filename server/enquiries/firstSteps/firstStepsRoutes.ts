import { z } from 'zod'
import { ChangeFirstSteps, FirstSteps } from '#contract/firstSteps.ts'
import { envelope } from '#contract/paging.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/database/database.ts'
import { apiPaths } from '#server/http/apiPaths.ts'
import type { App } from '#server/http/app.ts'
import { runIdempotently } from '#server/http/idempotency.ts'
import { changeFirstSteps, readFirstSteps } from './firstSteps.ts'

const tags = ['accounts']

export function firstStepsRoutes(app: App, { config, db }: { config: Config; db: Db }) {
  app.route({
    method: 'GET',
    url: apiPaths.firstSteps,
    config: { access: ['update', 'company'] },
    schema: {
      summary: 'The checklist of a new company, and which of its steps are done',
      tags,
      response: { 200: envelope(FirstSteps) },
    },
    async handler({ actor }) {
      const steps = await readFirstSteps(db, actor)
      return { message: 'First steps', data: { ...steps, sendsMail: config.sendsMail } }
    },
  })

  app.route({
    method: 'PATCH',
    url: apiPaths.firstSteps,
    config: { access: ['update', 'company'] },
    schema: {
      summary: 'Hide the checklist, or show it again',
      tags,
      body: ChangeFirstSteps,
      response: { 200: envelope(z.null()) },
    },
    handler: (request) =>
      runIdempotently(db, request, async (tx) => {
        await changeFirstSteps(tx, request.actor, request.body)
        return { message: request.body.isHidden ? 'First steps hidden' : 'First steps shown', data: null }
      }),
  })
}
