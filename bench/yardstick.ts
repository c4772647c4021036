import Fastify from 'fastify'
import { connectionFrom } from '#server/database/connecting/connectionFrom.ts'
import { requireUsable } from '#server/database/connecting/requireUsable.ts'
import { openDatabase } from '#server/database/database.ts'
import { writeRoutes } from './yardstickWrites.ts'

/**
 * The baseline: bare Fastify routes that read the list, and store what a write stores, with plain SQL through the same driver,
 * without sessions, schemas, logs or any other part of the product.
 */
export async function startYardstick(url: string, companyId: string) {
  const db = openDatabase(await requireUsable(connectionFrom(url, { pooler: 'none' })), 10)
  const app = Fastify()
  app.get(
    '/list',
    async () => db`
      select e.*, u.name as creator_name from enquiry e
      join app_user u on u.company_id = e.company_id and u.id = e.created_by
      where e.company_id = ${companyId} and e.status = 'open'
      order by e.enquiry_no desc limit 25`,
  )
  writeRoutes(app, db)
  await app.listen({ port: 0, host: '127.0.0.1' })
  process.send!({ port: (app.server.address() as { port: number }).port })
}
