import { z } from 'zod'
import { CustomerForm, HeldSubmission } from '#contract/customers/form.ts'
import { envelope } from '#contract/paging.ts'
import type { AccountMailer } from '#server/accounts/accountMailer.ts'
import { requireConfirmedAddress } from '#server/accounts/emailLinks/addresses.ts'
import type { LinkSecrets } from '#server/accounts/secretTokens.ts'
import { acceptHeld, listHeldSubmissions, refuseHeld } from '#server/customers/submissions/heldSubmissions.ts'
import type { Db } from '#server/database/database.ts'
import { apiPaths } from '#server/http/apiPaths.ts'
import type { App } from '#server/http/app.ts'
import { runIdempotently } from '#server/http/idempotency.ts'
import { readForm, saveForm } from './customerForm.ts'

const tags = ['customers']
const params = z.object({ id: z.guid() })
const access = ['update', 'company'] as const

interface SettingsServices {
  db: Db
  linkSecrets: LinkSecrets
}

export function formSettingsRoutes(app: App, services: SettingsServices, mailer: AccountMailer) {
  settingsRoutes(app, services, mailer)
  heldRoutes(app, services)
}

function settingsRoutes(app: App, { db }: SettingsServices, mailer: AccountMailer) {
  app.route({
    method: 'GET',
    url: apiPaths.customerForm,
    config: { access },
    schema: {
      summary: 'The company’s form for customers; a proposal if there is none yet',
      tags,
      response: { 200: envelope(CustomerForm) },
    },
    handler: async ({ actor }) => ({ message: 'Form', data: await readForm(db, actor) }),
  })

  app.route({
    method: 'PATCH',
    url: apiPaths.customerForm,
    config: { access },
    schema: {
      summary: 'Configure the company’s form for customers, and enable or disable it',
      tags,
      body: CustomerForm,
      response: { 200: envelope(CustomerForm) },
    },
    handler: (request) =>
      runIdempotently(db, request, async (tx) => {
        // Its mails go to whatever address a stranger types, and name the company.
        if (request.body.isEnabled) await requireConfirmedAddress(tx, mailer, request.actor)
        await saveForm(tx, request.actor, request.body)
        return { message: 'Form saved', data: await readForm(tx, request.actor) }
      }),
  })
}

function heldRoutes(app: App, { db, linkSecrets }: SettingsServices) {
  app.route({
    method: 'GET',
    url: apiPaths.heldSubmissions,
    config: { access },
    schema: {
      summary: 'The submissions that are held for an owner to look at, oldest first, at most 50',
      tags,
      response: { 200: envelope(z.array(HeldSubmission)) },
    },
    handler: async ({ actor }) => ({ message: 'Held', data: await listHeldSubmissions(db, actor) }),
  })

  app.route({
    method: 'POST',
    url: apiPaths.heldSubmissionAccept,
    config: { access },
    schema: {
      summary: 'Make an enquiry of a held submission; its address counts as not confirmed',
      tags,
      params,
      response: { 200: envelope(z.object({ enquiry: z.uuid() })) },
    },
    handler: (request) =>
      runIdempotently(db, request, async (tx) => {
        const enquiry = await acceptHeld(tx, linkSecrets, request.actor, request.params.id)
        return { message: 'Enquiry created', data: { enquiry } }
      }),
  })

  app.route({
    method: 'DELETE',
    url: apiPaths.heldSubmission,
    config: { access },
    schema: { summary: 'Delete a held submission', tags, params, response: { 200: envelope(z.null()) } },
    handler: (request) =>
      runIdempotently(db, request, async (tx) => {
        await refuseHeld(tx, request.actor, request.params.id)
        return { message: 'Submission deleted', data: null }
      }),
  })
}
