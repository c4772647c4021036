import { ReadThread, SendMessage, SentMessage, Thread } from '#contract/chat.ts'
import { envelope } from '#contract/paging.ts'
import type { Db } from '#server/database/database.ts'
import type { FileUrls } from '#server/documents/fileUrls.ts'
import type { App } from '#server/http/app.ts'
import { runIdempotently, idempotencyKey } from '#server/http/idempotency.ts'
import { toMessage } from './chatStore.ts'
import { readThread, requireHost, sendMessage } from './messages.ts'

const tags = ['chat']

export function chatRoutes(app: App, { db, urls }: { db: Db; urls: FileUrls }) {
  app.route({
    method: 'GET',
    url: '/chat',
    config: { access: ['read', 'acl-page'] },
    schema: {
      summary: 'List the messages of a thread, oldest first: the newest ones, or those before or after a `seq`',
      tags,
      querystring: ReadThread,
      response: { 200: envelope(Thread) },
    },
    async handler({ actor, query }) {
      const { rows, ...thread } = await readThread(db, actor, query)
      return { message: 'Comments', data: { ...thread, docs: rows.map((row) => toMessage(row, actor, urls)) } }
    },
  })

  app.route({
    method: 'POST',
    url: '/chat',
    config: { access: ['read', 'acl-page'] },
    schema: {
      summary: 'Send a message to a thread',
      tags,
      body: SendMessage,
      response: { 201: envelope(SentMessage) },
    },
    async handler(request, reply) {
      const { actor, body } = request
      requireHost(actor, body)
      const sent = await runIdempotently(db, request, async (tx) => {
        const { row, ...outcome } = await sendMessage(tx, actor, body, idempotencyKey(request))
        const message = outcome.isReopened ? 'Comment sent. The enquiry is open again' : 'Comment sent'
        return { message, data: { ...toMessage(row, actor, urls), ...outcome } }
      })
      return reply.code(201).send(sent)
    },
  })
}
