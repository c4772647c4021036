import { z } from 'zod'
import { BePresent } from '#contract/events.ts'
import { findUser } from '#server/accounts/accountStore.ts'
import type { Db } from '#server/database/database.ts'
import type { FileUrls } from '#server/documents/fileUrls.ts'
import type { EventHub } from '#server/events/eventHub.ts'
import type { Actor } from '#server/http/actor.ts'
import { apiPaths } from '#server/http/apiPaths.ts'
import type { App } from '#server/http/app.ts'
import { forbidden, notFound } from '#server/http/errors.ts'
import { isEnquiry } from './enquiryStore.ts'

export function presenceRoutes(app: App, { db, hub, urls }: { db: Db; hub: EventHub; urls: FileUrls }) {
  app.route({
    method: 'POST',
    url: apiPaths.presence,
    config: { access: ['read', 'enquiry'], isTransient: true },
    schema: {
      summary: 'Report where the caller is, every few seconds; colleagues see it on the event stream',
      tags: ['events'],
      body: BePresent,
      response: { 200: z.object({ data: z.null() }) },
    },
    async handler({ actor, body }) {
      requireScreenAccess(actor, body.screen)
      if (body.enquiry && !(await isEnquiry(db, actor, body.enquiry))) throw notFound('Enquiry')
      const { name, pictureSha256 } = (await findUser(db, actor))!
      const { companyId, userId } = actor
      hub.bePresent({ ...body, companyId, userId, name, profilePic: urls.picture(pictureSha256) })
      return { data: null }
    },
  })
}

/** Throws 403 if the actor has no access to the screen. */
function requireScreenAccess({ ability }: Actor, screen: BePresent['screen']) {
  const hasAccess = { enquiry: true, thread: ability.can('read', 'acl-page'), desk: ability.can('answer', 'enquiry') }
  if (!hasAccess[screen]) throw forbidden()
}
