import { z } from 'zod'
import { Note, ReadNotes, WriteNote } from '#contract/notes.ts'
import { envelope } from '#contract/paging.ts'
import type { Db } from '#server/database/database.ts'
import type { FileUrls } from '#server/documents/fileUrls.ts'
import { apiPaths } from '#server/http/apiPaths.ts'
import type { App } from '#server/http/app.ts'
import { runIdempotently, idempotencyKey } from '#server/http/idempotency.ts'
import type { Notifier } from '#server/notifications/notifier.ts'
import { readNotes, toNote, writeNote } from './notes.ts'

const tags = ['desk']

export function noteRoutes(app: App, { db, urls }: { db: Db; urls: FileUrls }, notifier: Notifier) {
  app.route({
    method: 'GET',
    url: apiPaths.notes,
    config: { access: ['answer', 'enquiry'] },
    schema: {
      summary: 'List the newest 1,000 internal notes of an enquiry, oldest first',
      tags,
      querystring: ReadNotes,
      response: { 200: envelope(z.object({ docs: z.array(Note) })) },
    },
    async handler({ actor, query }) {
      const rows = await readNotes(db, actor, query.enquiryId)
      return { message: 'Notes', data: { docs: rows.map((row) => toNote(row, urls)) } }
    },
  })

  app.route({
    method: 'POST',
    url: apiPaths.notes,
    config: { access: ['answer', 'enquiry'] },
    schema: { summary: 'Write an internal note', tags, body: WriteNote, response: { 201: envelope(Note) } },
    async handler(request, reply) {
      const { actor, body } = request
      const written = await runIdempotently(db, request, async (tx) => {
        const row = await writeNote(tx, notifier, actor, body, idempotencyKey(request))
        return { message: 'Note added', data: toNote(row, urls) }
      })
      if (written.data.mentions.length > 0) notifier.wake()
      return reply.code(201).send(written)
    },
  })
}
