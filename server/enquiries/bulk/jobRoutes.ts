import { z } from 'zod'
import { ChangeMany, Job, JobResult, ReadJobResults } from '#contract/bulk.ts'
import { envelope } from '#contract/paging.ts'
import type { Db } from '#server/database/database.ts'
import { apiPaths } from '#server/http/apiPaths.ts'
import type { App } from '#server/http/app.ts'
import { runIdempotently } from '#server/http/idempotency.ts'
import { changeMany, undoJob } from './jobs.ts'
import { endJob, getJob, listJobResults, listJobs, toJob } from './jobStore.ts'
import type { JobWorker } from './jobWorker.ts'

const tags = ['bulk changes']
const params = z.object({ id: z.guid() })

export function jobRoutes(app: App, services: { db: Db; bulkDb: Db; searchDb: Db }, worker: JobWorker) {
  readRoutes(app, services)
  writeRoutes(app, services, worker)
  stopRoute(app, services)
}

function readRoutes(app: App, { db }: { db: Db }) {
  app.route({
    method: 'GET',
    url: apiPaths.jobs,
    config: { access: ['update', 'enquiry'] },
    schema: {
      summary: 'The caller’s bulk changes of the last day, and those that can still be undone; the newest first',
      tags,
      response: { 200: envelope(z.array(Job)) },
    },
    handler: async ({ actor }) => ({ message: 'Jobs', data: (await listJobs(db, actor)).map(toJob) }),
  })

  app.route({
    method: 'GET',
    url: apiPaths.job,
    config: { access: ['update', 'enquiry'] },
    schema: { summary: 'The progress of a bulk change', tags, params, response: { 200: envelope(Job) } },
    handler: async ({ actor, params: { id } }) => ({ message: 'Job', data: toJob(await getJob(db, actor, id)) }),
  })

  app.route({
    method: 'GET',
    url: apiPaths.jobResults,
    config: { access: ['update', 'enquiry'] },
    schema: {
      summary: 'The outcome for each enquiry, by position',
      tags,
      params,
      querystring: ReadJobResults,
      response: { 200: envelope(z.array(JobResult)) },
    },
    async handler({ actor, params: { id }, query }) {
      await getJob(db, actor, id)
      return { message: 'Results', data: await listJobResults(db, actor, id, query.after, query.limit) }
    },
  })
}

function writeRoutes(app: App, { bulkDb, searchDb }: { bulkDb: Db; searchDb: Db }, worker: JobWorker) {
  app.route({
    method: 'POST',
    url: apiPaths.bulk,
    config: { access: ['update', 'enquiry'], isBulk: true },
    schema: {
      summary:
        'Change the status or the assignee of many enquiries, named by id or by a filter; runs in the background',
      tags,
      body: ChangeMany,
      response: { 202: envelope(Job) },
    },
    async handler(request, reply) {
      const { actor, body } = request
      const ordered = await runIdempotently(bulkDb, request, async (tx) => {
        const data = await changeMany(tx, searchDb, actor, body)
        return { message: `Changing ${enquiries(data.total)}`, data }
      })
      worker.wake()
      return reply.code(202).send(ordered)
    },
  })

  app.route({
    method: 'POST',
    url: apiPaths.jobUndo,
    config: { access: ['update', 'enquiry'], isBulk: true },
    schema: {
      summary: 'Undo a bulk change, except where an enquiry has changed since',
      tags,
      params,
      response: { 202: envelope(Job) },
    },
    async handler(request, reply) {
      const { actor, params: asked } = request
      const ordered = await runIdempotently(bulkDb, request, async (tx) => {
        const data = await undoJob(tx, actor, asked.id)
        return { message: `Undoing the change of ${enquiries(data.total)}`, data }
      })
      worker.wake()
      return reply.code(202).send(ordered)
    },
  })
}

function stopRoute(app: App, { db }: { db: Db }) {
  app.route({
    method: 'POST',
    url: apiPaths.jobStop,
    config: { access: ['update', 'enquiry'] },
    schema: {
      summary: 'Stop a bulk change; what it has changed so far stays, and can be undone',
      tags,
      params,
      response: { 200: envelope(Job) },
    },
    async handler({ actor, params: { id } }) {
      await endJob(db, actor, id)
      const data = toJob(await getJob(db, actor, id))
      return { message: `Stopped after ${data.done.toLocaleString('en')} of ${enquiries(data.total)}`, data }
    },
  })
}

function enquiries(count: number) {
  return count === 1 ? '1 enquiry' : `${count.toLocaleString('en')} enquiries`
}
