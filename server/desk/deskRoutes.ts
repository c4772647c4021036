import { DeskSummary, Queue, ReadQueue } from '#contract/desk.ts'
import { envelope } from '#contract/paging.ts'
import type { Db } from '#server/database/database.ts'
import type { FileUrls } from '#server/documents/fileUrls.ts'
import { toEnquiry } from '#server/enquiries/enquiryStore.ts'
import { apiPaths } from '#server/http/apiPaths.ts'
import type { App } from '#server/http/app.ts'
import { summariseDesk } from './deskSummary.ts'
import { readQueue } from './queue.ts'

const tags = ['desk']

export function deskRoutes(app: App, { db, urls }: { db: Db; urls: FileUrls }) {
  app.route({
    method: 'GET',
    url: apiPaths.deskQueue,
    config: { access: ['answer', 'enquiry'] },
    schema: {
      summary: 'List the enquiries to answer, longest waiting first',
      tags,
      querystring: ReadQueue,
      response: { 200: envelope(Queue) },
    },
    async handler({ actor, query }) {
      const { rows, ...queue } = await readQueue(db, actor, query)
      return { message: 'Queue', data: { ...queue, docs: rows.map((row) => toEnquiry(row, urls)) } }
    },
  })

  app.route({
    method: 'GET',
    url: apiPaths.deskSummary,
    config: { access: ['answer', 'enquiry'] },
    schema: {
      summary: 'Exact totals by status and by assignee, and the people who may answer',
      tags,
      response: { 200: envelope(DeskSummary) },
    },
    async handler({ actor }) {
      return { message: 'Totals', data: await summariseDesk(db, actor, urls) }
    },
  })
}
