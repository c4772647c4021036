import { z } from 'zod'
import { OfUnownedMail, PlaceUnownedMail, UnownedMails } from '#contract/operator.ts'
import { envelope } from '#contract/paging.ts'
import type { Recipients } from '#server/customers/mails/recipients.ts'
import type { Db } from '#server/database/database.ts'
import { apiPaths } from '#server/http/apiPaths.ts'
import type { App } from '#server/http/app.ts'
import { runIdempotently } from '#server/http/idempotency.ts'
import { deleteUnownedMail, listUnownedMails, placeUnownedMail } from './unownedMails.ts'

const tags = ['operator']
const config = { access: 'operator' } as const

/** `recipients` is undefined if the server receives no mail. */
export function unownedMailRoutes(api: App, { db }: { db: Db }, recipients: Recipients | undefined) {
  api.route({
    method: 'GET',
    url: apiPaths.unownedMails,
    config,
    schema: {
      summary: 'The received emails that name no company, oldest first, at most 50',
      tags,
      response: { 200: envelope(UnownedMails) },
    },
    handler: async () => ({ message: 'Emails for no company', data: await listUnownedMails(db) }),
  })

  api.route({
    method: 'POST',
    url: apiPaths.unownedMailPlace,
    config,
    schema: {
      summary: 'Give an email to a company, which files it or decides about it',
      tags,
      params: OfUnownedMail,
      body: PlaceUnownedMail,
      response: { 200: envelope(z.null()) },
    },
    handler: (request) =>
      runIdempotently(db, request, async (tx) => {
        await placeUnownedMail(tx, recipients, request.params.id, request.body.company)
        return { message: 'Email given to the company', data: null }
      }),
  })

  api.route({
    method: 'DELETE',
    url: apiPaths.unownedMail,
    config,
    schema: {
      summary: 'Delete an email that names no company',
      tags,
      params: OfUnownedMail,
      response: { 200: envelope(z.null()) },
    },
    handler: (request) =>
      runIdempotently(db, request, async (tx) => {
        await deleteUnownedMail(tx, request.params.id)
        return { message: 'Email deleted', data: null }
      }),
  })
}
