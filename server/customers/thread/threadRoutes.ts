import { z } from 'zod'
import {
  CustomerMessage,
  CustomerThread,
  MailedLink,
  MarkCustomerSeen,
  ReadCustomerThread,
  SendCustomerMessage,
  SendCustomerMessageForm,
} from '#contract/customers/thread.ts'
import { limits } from '#contract/limits.ts'
import { envelope } from '#contract/paging.ts'
import type { LinkSecrets } from '#server/accounts/secretTokens.ts'
import { sendBytes } from '#server/chat/chatRoutes.ts'
import { keepFiles } from '#server/chat/messageFiles.ts'
import { lockThread, type MessageReporter, sendMessage } from '#server/chat/messages.ts'
import type { Config } from '#server/config.ts'
import type { OpenedLink } from '#server/customers/links/customerLinks.ts'
import type { Tx } from '#server/database/database.ts'
import { checkSentFiles, type SentFile } from '#server/documents/sentFiles.ts'
import { type Files, withFiles } from '#server/documents/storeUploads.ts'
import { takeForms, withUploads } from '#server/documents/uploads.ts'
import type { EventHub } from '#server/events/eventHub.ts'
import { announce } from '#server/events/eventStore.ts'
import { apiPaths } from '#server/http/apiPaths.ts'
import type { App } from '#server/http/app.ts'
import { idempotencyKey } from '#server/http/idempotency.ts'
import { acceptLargeJson } from '#server/http/limits/largeJson.ts'
import { senderOf } from '#server/http/limits/uploads.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import type { Storage } from '#server/storage/storage.ts'
import { findCustomerMessage, readCustomerThread } from './customerThread.ts'
import { linkRoutes } from './linkRoutes.ts'
import { mailNewLink } from './newLink.ts'
import { ThreadStream } from './threadStream.ts'
import { authorOf, requireAnyLink, requireLink, requireMayWrite, tokenOf, type VisitorServices } from './visitor.ts'

const tags = ['customers']
const config = { access: 'public' } as const
const description = 'Requires the header `Authorization: Customer {token}` with the token of a link to the page.'
/** Per link. The limit stops runaway clients. */
const maxStreams = 10

interface ThreadServices extends Omit<VisitorServices, 'mailer'> {
  config: Config
  storage: Storage
  linkSecrets: LinkSecrets
  hub: EventHub
}

type Services = ThreadServices & VisitorServices

/** The customer's page of one enquiry, and its links for colleagues. */
export function customerThreadRoutes(app: App, services: ThreadServices, reporter: MessageReporter, mailer: Mailer) {
  const all = { ...services, mailer }
  readRoutes(app, all)
  streamRoute(app, all)
  newLinkRoute(app, all)
  linkRoutes(app, all)
  app.register((forms: App) => sendRoute(forms, all, reporter))
}

function readRoutes(app: App, services: Services) {
  const { db, hub } = services
  app.route({
    method: 'GET',
    url: apiPaths.customerThread,
    config,
    schema: {
      summary: 'The customer’s page of an enquiry, with its newest messages or those before a `seq`',
      description,
      tags,
      querystring: ReadCustomerThread,
      response: { 200: envelope(CustomerThread) },
    },
    async handler(request) {
      const link = await requireLink(services, request)
      return { data: await readCustomerThread(services, link, request.query.before) }
    },
  })

  app.route({
    method: 'POST',
    url: apiPaths.customerSeen,
    config,
    schema: {
      summary: 'Note that the customer’s page has shown the messages up to a `seq`',
      description,
      tags,
      body: MarkCustomerSeen,
      response: { 200: envelope(z.null()) },
    },
    async handler(request) {
      const link = await requireLink(services, request)
      const hasGrown = await db.beginFor(link.companyId, (tx) => markCustomerSeen(tx, link, request.body.seq))
      if (hasGrown) hub.changed(link.companyId)
      return { data: null }
    },
  })
}

async function markCustomerSeen(tx: Tx, link: OpenedLink, seq: number) {
  const { companyId, enquiryId } = link
  const { count } = await tx`
    update customer_thread t set seen_seq = least(${seq}::int, e.last_message_seq)
    from enquiry e
    where t.company_id = ${companyId} and t.enquiry_id = ${enquiryId} and e.company_id = t.company_id
      and e.id = t.enquiry_id and t.seen_seq < least(${seq}::int, e.last_message_seq)`
  if (count > 0) announce(tx, authorOf(link), { subject: 'seen', id: enquiryId })
  return count > 0
}

function streamRoute(app: App, services: Services) {
  const { db, hub } = services
  const open = new Set<ThreadStream>()
  const report = (error: unknown) => app.log.warn({ err: error }, 'live events for a customer are late')
  app.route({
    method: 'GET',
    url: apiPaths.customerEvents,
    config,
    schema: {
      summary:
        'Stream a `change` event without content whenever the customer’s page has something new, until the link ends',
      description,
      tags,
    },
    async handler(request, reply) {
      const link = await requireLink(services, request)
      const stream = new ThreadStream({ db, report }, tokenOf(request)!, link)
      const leave = await hub.listen(stream)
      open.add(stream)
      stream.body.on('close', () => {
        open.delete(stream)
        leave()
      })
      const own = [...open].filter((each) => each.link.linkId === link.linkId)
      for (const oldest of own.slice(0, -maxStreams)) oldest.end()
      await stream.begin()
      return reply
        .headers({ 'content-type': 'text/event-stream', connection: 'close', 'x-accel-buffering': 'no' })
        .send(stream.body)
    },
  })
}

function newLinkRoute(app: App, services: Services) {
  const { db, mailer } = services
  app.route({
    method: 'POST',
    url: apiPaths.customerLink,
    config,
    schema: {
      summary: 'Mail a new link to the customer whose link has expired',
      description,
      tags,
      response: { 200: envelope(MailedLink) },
    },
    async handler(request) {
      const link = await requireAnyLink(db, request)
      const address = await db.beginFor(link.companyId, (tx) => mailNewLink(tx, services, link))
      mailer.wake()
      return { message: 'Link sent', data: { address } }
    },
  })
}

async function sendRoute(app: App, services: Services, reporter: MessageReporter) {
  const { db, storage, urls, hub } = services
  const quota = services.config.storageQuota
  // Before the files of a stranger are received.
  app.addHook('onRequest', async (request) => requireMayWrite(db, await requireLink(services, request)))
  await takeForms(app, storage, { field: 'files', max: limits.messageFiles })
  acceptLargeJson(app)
  app.route({
    method: 'POST',
    url: apiPaths.customerThread,
    config: { ...config, form: SendCustomerMessageForm },
    bodyLimit: sendBytes,
    schema: {
      summary: 'Send a message of the customer; its files as `data:` URLs in JSON, or as files of a form',
      description,
      tags,
      body: SendCustomerMessage,
      response: { 201: envelope(CustomerMessage) },
    },
    async handler(request, reply) {
      const link = await requireLink(services, request)
      const clientId = idempotencyKey(request)
      const { message } = request.body
      const send = async (received: Files<SentFile>) => {
        const sending = { files: received.files, clientId, quota }
        await keepFiles(db, authorOf(link), { enquiryId: link.enquiryId, ...sending }, received)
        return db.beginFor(link.companyId, async (tx) => {
          const input = { enquiry: link.enquiryId, side: 'customer' as const, message, files: [] }
          // The message itself has the key. Requests with the same one take turns here.
          const thread = await lockThread(tx, authorOf(link), input, clientId)
          const { row } = await sendMessage(tx, reporter, authorOf(link), input, sending, thread)
          return findCustomerMessage(tx, urls, link, row.seq)
        })
      }
      const { owners, leaving } = senderOf(request)
      const sender = { owners: [...owners, `customers of ${link.companyId}`], leaving }
      const received = { storage, field: 'files', files: request.body.files } as const
      const sent = await withUploads(request, received, (uploads) =>
        withFiles(checkSentFiles(storage, uploads, sender), send),
      )
      hub.changed(link.companyId)
      return reply.code(201).send({ message: 'Message sent', data: sent })
    },
  })
}
