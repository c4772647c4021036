import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import { ChangeContact, Contact, ContactDetails, ListContacts, MergeContacts } from '#contract/customers/contacts.ts'
import { envelope } from '#contract/paging.ts'
import { listHistory, toHistoryEntry } from '#server/accounts/history.ts'
import type { Db, Queryable } from '#server/database/database.ts'
import type { FileUrls } from '#server/documents/fileUrls.ts'
import { findContacts } from '#server/enquiries/requesters.ts'
import { writeMissingWords } from '#server/enquiries/search/wordStore.ts'
import type { Actor } from '#server/http/actor.ts'
import { apiPaths } from '#server/http/apiPaths.ts'
import type { App } from '#server/http/app.ts'
import { notFound } from '#server/http/errors.ts'
import { runIdempotently } from '#server/http/idempotency.ts'
import { changeContact, mergeContacts } from './contacts.ts'
import { findContact, listContacts, listMerged, toContact } from './contactStore.ts'

const tags = ['customers']
const params = z.object({ id: z.guid() })
const access = ['answer', 'enquiry'] as const
/** Changes shown with a contact. */
const newest = { page: 1, limit: 20 }

interface ContactServices {
  db: Db
  bulkDb: Db
  urls: FileUrls
  stopping: AbortSignal
}

export function contactRoutes(app: App, services: ContactServices) {
  readRoutes(app, services)
  writeRoutes(app, services)
}

function readRoutes(app: App, services: ContactServices) {
  const { db, urls } = services

  app.route({
    method: 'GET',
    url: apiPaths.contacts,
    config: { access },
    schema: {
      summary: 'The contacts that match a search, or those seen last',
      tags,
      querystring: ListContacts,
      response: { 200: envelope(z.array(Contact)) },
    },
    async handler({ actor, query }) {
      const found = await findContacts(db, actor, query.search)
      const rows = await listContacts(
        db,
        actor,
        found.map(({ _id }) => _id),
      )
      return { message: 'Contacts', data: rows.map(toContact) }
    },
  })

  app.route({
    method: 'GET',
    url: apiPaths.contact,
    config: { access },
    schema: {
      summary: 'A contact, those merged into it, and the newest changes to it',
      tags,
      params,
      response: { 200: envelope(ContactDetails) },
    },
    async handler({ actor, params: { id } }) {
      const row = await requireContact(db, actor, id)
      const [merged, { rows }] = await Promise.all([
        listMerged(db, actor, row.id),
        listHistory(db, actor, { subject: 'contact', subjectId: row.id }, newest),
      ])
      const others = merged.map(({ id: _id, name, email }) => ({ _id, name, email }))
      const history = rows.map((entry) => toHistoryEntry(entry, urls))
      return { message: 'Contact', data: { ...toContact(row), merged: others, history } }
    },
  })
}

function writeRoutes(app: App, services: ContactServices) {
  const { db } = services
  app.route({
    method: 'PATCH',
    url: apiPaths.contact,
    config: { access },
    schema: {
      summary: 'Correct a contact’s name, address or language, or block the contact',
      tags,
      params,
      body: ChangeContact,
      response: { 200: envelope(Contact) },
    },
    async handler(request) {
      const { actor, body, params: asked } = request
      const { id } = await requireContact(db, actor, asked.id)
      const changed = await runIdempotently(db, request, async (tx) => {
        await changeContact(tx, actor, id, body)
        return { message: 'Contact saved', data: toContact(await requireContact(tx, actor, id)) }
      })
      void writeWords(services, request.log)
      return changed
    },
  })

  app.route({
    method: 'POST',
    url: apiPaths.contactMerge,
    config: { access },
    schema: {
      summary: 'Merge a contact into another, whose name and address both then have',
      tags,
      body: MergeContacts,
      response: { 200: envelope(Contact) },
    },
    async handler(request) {
      const { actor, body } = request
      const merged = await runIdempotently(db, request, async (tx) => {
        await mergeContacts(tx, actor, body)
        return { message: 'Contacts merged', data: toContact(await requireContact(tx, actor, body.into)) }
      })
      void writeWords(services, request.log)
      return merged
    },
  })
}

async function requireContact(db: Queryable, actor: Actor, id: string) {
  const row = await findContact(db, actor, id)
  if (!row) throw notFound('Contact')
  return row
}

/** Lets searches find the new name and address. After a crash, the next server does it when it starts. */
async function writeWords({ bulkDb, stopping }: ContactServices, log: FastifyBaseLogger) {
  try {
    while (!stopping.aborted && (await writeMissingWords(bulkDb))) continue
  } catch (error) {
    log.warn({ err: error }, 'search words of a contact could not be written yet')
  }
}
