import {
  ReadThread,
  ReadThreadFiles,
  SendMessage,
  SendMessageForm,
  SentMessage,
  Thread,
  ThreadFiles,
} from '#contract/chat.ts'
import { statusLabels } from '#contract/enquiries/choices.ts'
import { limits } from '#contract/limits.ts'
import { envelope } from '#contract/paging.ts'
import type { Config } from '#server/config.ts'
import type { Db, Tx } from '#server/database/database.ts'
import type { FileUrls } from '#server/documents/fileUrls.ts'
import { checkSentFiles, type SentFile, toMessageFile } from '#server/documents/sentFiles.ts'
import type { Files } from '#server/documents/storeUploads.ts'
import { takeForms, withCheckedFiles } from '#server/documents/uploads.ts'
import { apiPaths } from '#server/http/apiPaths.ts'
import type { App } from '#server/http/app.ts'
import { idempotencyKey, runIdempotently } from '#server/http/idempotency.ts'
import { acceptLargeJson } from '#server/http/limits/largeJson.ts'
import type { Storage } from '#server/storage/storage.ts'
import { requireThread, toMessage } from './chatStore.ts'
import { keepFiles, readFiles } from './messageFiles.ts'
import {
  lockThread,
  type LockedThread,
  type MessageReporter,
  readThread,
  requireHost,
  sendMessage,
} from './messages.ts'

const tags = ['chat']

/** All files as data URLs, which are a third longer than the files, and 1 MB for the text. */
export const sendBytes = Math.ceil(limits.messageFiles * limits.documentBytes * (4 / 3)) + 1024 * 1024

interface ChatServices {
  config: Config
  db: Db
  storage: Storage
  urls: FileUrls
}

export function chatRoutes(app: App, services: ChatServices, reporter: MessageReporter) {
  readRoutes(app, services)
  app.register((forms: App) => sendRoute(forms, services, reporter))
}

function readRoutes(app: App, { db, urls }: ChatServices) {
  app.route({
    method: 'GET',
    url: apiPaths.chat,
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
    method: 'GET',
    url: apiPaths.chatFiles,
    config: { access: ['read', 'acl-page'] },
    schema: {
      summary: 'List the files of a thread, newest message first: the newest ones, or those before a `seq`',
      tags,
      querystring: ReadThreadFiles,
      response: { 200: envelope(ThreadFiles) },
    },
    async handler({ actor, query }) {
      const { rows, hasEarlier } = await readFiles(db, actor, query)
      const docs = rows.map(({ file, createdAt, ...row }) => ({
        ...row,
        createdAt: createdAt.toISOString(),
        file: toMessageFile(file, urls),
      }))
      return { message: 'Files', data: { docs, hasEarlier } }
    },
  })
}

async function sendRoute(app: App, { config, db, storage, urls }: ChatServices, reporter: MessageReporter) {
  await takeForms(app, storage, { field: 'files', max: limits.messageFiles })
  acceptLargeJson(app)
  app.route({
    method: 'POST',
    url: apiPaths.chat,
    config: { access: ['read', 'acl-page'], form: SendMessageForm },
    bodyLimit: sendBytes,
    schema: {
      summary: 'Send a message to a thread; its files as `data:` URLs in JSON, or as files of a form',
      tags,
      body: SendMessage,
      response: { 201: envelope(SentMessage) },
    },
    async handler(request, reply) {
      const { actor } = request
      requireHost(actor, request.body)
      // The files of a refused message would stay on disk for a day.
      if (request.body.files.length > 0) await requireThread(db, actor, request.body.enquiry)
      const clientId = idempotencyKey(request)
      const send = async (received: Files<SentFile>) => {
        const { body } = request
        const sending = { files: received.files, clientId, quota: config.storageQuota }
        await keepFiles(db, actor, { enquiryId: body.enquiry, ...sending }, received)
        const work = async (tx: Tx, thread: LockedThread) => {
          const { row, ...outcome } = await sendMessage(tx, reporter, actor, body, sending, thread)
          return { message: describeSent(body, outcome), data: { ...toMessage(row, actor, urls), ...outcome } }
        }
        return runIdempotently(db, request, work, (tx) => lockThread(tx, actor, body, clientId))
      }
      const received = { storage, field: 'files', files: request.body.files } as const
      const sent = await withCheckedFiles(db, request, received, checkSentFiles, send)
      return reply.code(201).send(sent)
    },
  })
}

function describeSent({ enquiryStatus }: SendMessage, { isReopened }: { isReopened: boolean }) {
  if (enquiryStatus) return `Comment sent. The enquiry is now “${statusLabels[enquiryStatus]}”`
  return isReopened ? 'Comment sent. The enquiry is open again' : 'Comment sent'
}
