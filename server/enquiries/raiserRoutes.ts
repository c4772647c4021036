import { z } from 'zod'
import { Raiser } from '#contract/enquiries.ts'
import { answer } from '#contract/paging.ts'
import type { App, Services } from '#server/services.ts'
import { listRaisers } from './enquiryStore.ts'

export function raiserRoutes(app: App, { db }: Services) {
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
