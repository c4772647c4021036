import { envelope } from '#contract/paging.ts'
import { MarkSeen, Unread } from '#contract/seen.ts'
import type { Db } from '#server/database/database.ts'
import { requireSeat } from '#server/http/access.ts'
import { apiPaths } from '#server/http/apiPaths.ts'
import type { App } from '#server/http/app.ts'
import { findUnread, markSeen } from './seen.ts'

const tags = ['chat']

export function seenRoutes(app: App, { db }: { db: Db }) {
  app.route({
    method: 'GET',
    url: apiPaths.unread,
    config: { access: ['read', 'acl-page'] },
    schema: {
      summary: 'How many enquiries have unread messages for the caller, and the newest of them',
      tags,
      response: { 200: envelope(Unread) },
    },
    handler: async ({ actor }) => ({ data: await findUnread(db, actor) }),
  })

  app.route({
    method: 'POST',
    url: apiPaths.seen,
    config: { access: ['read', 'acl-page'] },
    schema: {
      summary: 'Mark a thread as read by the caller up to a message; returns what is still unread',
      tags,
      body: MarkSeen,
      response: { 200: envelope(Unread) },
    },
    async handler({ actor, body }) {
      requireSeat(actor, body.side)
      return db.beginFor(actor.companyId, async (tx) => {
        await markSeen(tx, actor, body)
        return { data: await findUnread(tx, actor) }
      })
    },
  })
}
