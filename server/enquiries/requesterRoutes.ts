import { z } from 'zod'
import { Raiser } from '#contract/enquiries.ts'
import { answer } from '#contract/paging.ts'
import type { Db } from '#server/database/database.ts'
import type { App } from '#server/http/app.ts'
import { listRaisers } from './enquiryStore.ts'

export function raiserRoutes(app: App, { db }: { db: Db }) {
  app.route({
    method: 'GET',
    url: '/enquiry/raisers',
    config: { access: ['read', 'enquiry'] },
    schema: {
      summary: 'Who may have raised the enquiries of the company: the first thousand of its people, by name',
      tags: ['enquiries'],
      response: { 200: answer(z.array(Raiser)) },
    },
    handler: async ({ actor }) => ({ message: 'People', data: await listRaisers(db, actor) }),
  })
}
