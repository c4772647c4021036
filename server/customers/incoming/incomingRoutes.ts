import { z } from 'zod'
import {
  AcceptedMail,
  AcceptHeldMail,
  HeldMails,
  ListHeldMails,
  MailReception,
  OfHeldMail,
} from '#contract/customers/incoming.ts'
import { envelope } from '#contract/paging.ts'
import type { Config } from '#server/config.ts'
import { findFormOf } from '#server/customers/form/customerForm.ts'
import type { Recipients } from '#server/customers/mails/recipients.ts'
import type { FileUrls } from '#server/documents/fileUrls.ts'
import type { EventHub } from '#server/events/eventHub.ts'
import { apiPaths } from '#server/http/apiPaths.ts'
import type { App } from '#server/http/app.ts'
import { runIdempotently } from '#server/http/idempotency.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { findReception } from '#server/mail/receiving/reception.ts'
import type { FilingServices } from './fileMail.ts'
import { acceptHeldMail, listHeldMails, refuseHeldMail } from './held/heldMails.ts'
import type { ReadServices } from './readMail.ts'

const tags = ['customers']
const access = ['answer', 'enquiry'] as const

interface Services extends FilingServices, ReadServices {
  config: Pick<Config, 'imapUrl' | 'mailFrom'>
  urls: FileUrls
  hub: EventHub
  mailer: Pick<Mailer, 'wake'>
  /** Files received mails now rather than later. */
  wake: () => void
  /** Undefined if the server receives no mail. */
  recipients: Recipients | undefined
}

/** The received mails that people have to look at. */
export function incomingRoutes(app: App, services: Services) {
  listRoute(app, services)
  decideRoutes(app, services)
  receptionRoute(app, services)
}

function listRoute(app: App, { db, urls }: Services) {
  app.route({
    method: 'GET',
    url: apiPaths.heldMails,
    config: { access },
    schema: {
      summary: 'The emails that wait for a person to decide where they belong, oldest first, at most 50',
      tags,
      querystring: ListHeldMails,
      response: { 200: envelope(HeldMails) },
    },
    handler: async ({ actor, query }) => ({ data: await listHeldMails(db, urls, actor, query) }),
  })
}

function decideRoutes(app: App, services: Services) {
  const { db, hub, mailer, wake } = services
  app.route({
    method: 'POST',
    url: apiPaths.heldMailAccept,
    config: { access },
    schema: {
      summary: 'File a held email: in the conversation that it answers, which admits its sender, or as a new enquiry',
      tags,
      params: OfHeldMail,
      body: AcceptHeldMail,
      response: { 200: envelope(AcceptedMail) },
    },
    async handler(request) {
      const { actor, params, body } = request
      const accepted = await acceptHeldMail(services, actor, { ...params, ...body }, (write) =>
        runIdempotently(db, request, async (tx) => ({ message: 'Email filed', data: { enquiry: await write(tx) } })),
      )
      hub.changed(actor.companyId)
      mailer.wake()
      wake()
      return accepted
    },
  })

  app.route({
    method: 'DELETE',
    url: apiPaths.heldMail,
    config: { access },
    schema: { summary: 'Delete a held email', tags, params: OfHeldMail, response: { 200: envelope(z.null()) } },
    async handler(request) {
      const deleted = await runIdempotently(db, request, async (tx) => {
        await refuseHeldMail(tx, request.actor, request.params.id)
        return { message: 'Email deleted', data: null }
      })
      hub.changed(request.actor.companyId)
      return deleted
    },
  })
}

function receptionRoute(app: App, { db, config, recipients }: Services) {
  app.route({
    method: 'GET',
    url: apiPaths.mailReception,
    config: { access: ['update', 'company'] },
    schema: {
      summary: 'The address under which customers write to the company, and whether its mailbox can be read',
      tags,
      response: { 200: envelope(MailReception) },
    },
    async handler({ actor }) {
      const [form, failing] = await Promise.all([findFormOf(db, actor.companyId), findReception(db, config)])
      const address = recipients && form?.isEnabled ? recipients.ofCompany(form.slug) : null
      return { data: { address, failing } }
    },
  })
}
