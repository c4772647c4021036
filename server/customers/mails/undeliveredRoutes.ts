import { z } from 'zod'
import { ListUndeliveredMails, UndeliveredMails } from '#contract/customers/incoming.ts'
import { envelope } from '#contract/paging.ts'
import type { Db } from '#server/database/database.ts'
import type { EventHub } from '#server/events/eventHub.ts'
import { apiPaths } from '#server/http/apiPaths.ts'
import type { App } from '#server/http/app.ts'
import { runIdempotently } from '#server/http/idempotency.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { listUndeliveredMails, retryMail } from './undelivered.ts'

const tags = ['customers']
const access = ['answer', 'enquiry'] as const

interface Services {
  db: Db
  hub: EventHub
}

/** The replies that customers did not get by mail. */
export function undeliveredRoutes(app: App, { db, hub }: Services, mailer: Pick<Mailer, 'wake'>) {
  app.route({
    method: 'GET',
    url: apiPaths.undeliveredMails,
    config: { access },
    schema: {
      summary: 'The emails about an enquiry that did not reach the customer',
      tags,
      querystring: ListUndeliveredMails,
      response: { 200: envelope(UndeliveredMails) },
    },
    handler: async ({ actor, query }) => ({ data: { docs: await listUndeliveredMails(db, actor, query.enquiryId) } }),
  })

  app.route({
    method: 'POST',
    url: apiPaths.undeliveredMailRetry,
    config: { access },
    schema: {
      summary: 'Send an email again, to the present address of the customer',
      tags,
      params: z.object({ id: z.guid() }),
      response: { 200: envelope(z.null()) },
    },
    async handler(request) {
      const retried = await runIdempotently(db, request, async (tx) => {
        await retryMail(tx, request.actor, request.params.id)
        return { message: 'Email sent again', data: null }
      })
      hub.changed(request.actor.companyId)
      mailer.wake()
      return retried
    },
  })
}
