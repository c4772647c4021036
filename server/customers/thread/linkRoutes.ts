import {
  CustomerLinkState,
  CustomerThread,
  NewCustomerLink,
  OfEnquiry,
  ReadCustomerView,
} from '#contract/customers/thread.ts'
import { envelope } from '#contract/paging.ts'
import { requireThread } from '#server/chat/chatStore.ts'
import { findToken } from '#server/customers/links/customerLinks.ts'
import { pageAddress } from '#server/customers/links/privateLink.ts'
import { apiPaths } from '#server/http/apiPaths.ts'
import type { App } from '#server/http/app.ts'
import { runIdempotently } from '#server/http/idempotency.ts'
import { readCustomerThread, type ReadServices } from './customerThread.ts'
import { readLinkState, replaceLinks, revokeLinks } from './linkState.ts'
import type { MailServices } from './newLink.ts'

const tags = ['customers']
const access = ['answer', 'enquiry'] as const

type Services = ReadServices & MailServices

/** The customer's page and its links, for people who may answer. */
export function linkRoutes(app: App, services: Services) {
  stateRoutes(app, services)
  newLinkRoute(app, services)
  viewRoute(app, services)
}

function stateRoutes(app: App, { db, linkSecrets }: Services) {
  app.route({
    method: 'GET',
    url: apiPaths.customerLinks,
    config: { access },
    schema: {
      summary: 'Whether a link to the customer’s page of an enquiry works, and how far the customer has read',
      tags,
      querystring: OfEnquiry,
      response: { 200: envelope(CustomerLinkState) },
    },
    handler: async ({ actor, query }) => ({ data: await readLinkState(db, linkSecrets, actor, query.enquiryId) }),
  })

  app.route({
    method: 'DELETE',
    url: apiPaths.customerLinks,
    config: { access },
    schema: {
      summary: 'Revoke every link to the customer’s page of an enquiry',
      tags,
      querystring: OfEnquiry,
      response: { 200: envelope(CustomerLinkState) },
    },
    handler: (request) =>
      runIdempotently(db, request, async (tx) => {
        const { actor, query } = request
        await revokeLinks(tx, actor, query.enquiryId)
        return { message: 'Link revoked', data: await readLinkState(tx, linkSecrets, actor, query.enquiryId) }
      }),
  })
}

function newLinkRoute(app: App, services: Services) {
  const { config, db, linkSecrets, mailer } = services
  app.route({
    method: 'POST',
    url: apiPaths.customerLinks,
    config: { access },
    schema: {
      summary:
        'Replace every link to the customer’s page of an enquiry with a new one, which is mailed to the customer. A server that sends no mail returns it',
      tags,
      body: NewCustomerLink,
      response: { 201: envelope(CustomerLinkState) },
    },
    async handler(request, reply) {
      const { actor, body } = request
      const made = await runIdempotently(db, request, async (tx) => {
        const linkId = await replaceLinks(tx, services, actor, body.enquiry)
        const done = mailer.isOn ? 'mailed to the customer' : 'made'
        // The idempotency table stores this response, so it must not contain the secret.
        return {
          message: `New link ${done}. Older links no longer work`,
          data: await readLinkState(tx, linkSecrets, actor, body.enquiry),
          linkId,
        }
      })
      mailer.wake()
      if (mailer.isOn) return reply.code(201).send(made)
      const token = await findToken(db, linkSecrets, { companyId: actor.companyId, id: made.linkId })
      const url = token === undefined ? null : pageAddress(config, request, token)
      return reply.code(201).send({ ...made, data: { ...made.data, url } })
    },
  })
}

function viewRoute(app: App, services: ReadServices) {
  app.route({
    method: 'GET',
    url: apiPaths.customerView,
    config: { access },
    schema: {
      summary: 'The customer’s page of an enquiry as the customer sees it',
      tags,
      querystring: ReadCustomerView,
      response: { 200: envelope(CustomerThread) },
    },
    async handler({ actor, query: { enquiryId, before } }) {
      await requireThread(services.db, actor, enquiryId)
      const { companyId } = actor
      return { data: await readCustomerThread(services, { companyId, enquiryId }, before) }
    },
  })
}
