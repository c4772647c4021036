import { z } from 'zod'
import { Requester } from '#contract/enquiries.ts'
import { envelope } from '#contract/paging.ts'
import type { Db } from '#server/database/database.ts'
import type { App } from '#server/http/app.ts'
import { listRequesters } from './enquiryStore.ts'

export function requesterRoutes(app: App, { db }: { db: Db }) {
  app.route({
    method: 'GET',
    url: '/enquiry/raisers',
    config: { access: ['read', 'enquiry'] },
    schema: {
      summary: 'Who may have raised the enquiries of the company: the first thousand of its people, by name',
      tags: ['enquiries'],
      response: { 200: envelope(z.array(Requester)) },
    },
    handler: async ({ actor }) => ({ message: 'People', data: await listRequesters(db, actor) }),
  })
}
