import { z } from 'zod'
import {
  CreateEnquiry,
  CreateEnquiryForm,
  Enquiry,
  PageOfEnquiries,
  EnquirySummary,
  ListEnquiries,
  ListRequesters,
  PossibleRequester,
  toEnquiryId,
  UpdateEnquiry,
} from '#contract/enquiries.ts'
import { statusLabels } from '#contract/enquiries/choices.ts'
import { limits } from '#contract/limits.ts'
import { envelope, toPage } from '#contract/paging.ts'
import { findParticipant, type ParticipantRow } from '#server/accounts/participants.ts'
import type { Config } from '#server/config.ts'
import type { Db, Tx } from '#server/database/database.ts'
import { checkDocuments, type StoredDocument } from '#server/documents/documents.ts'
import type { FileUrls } from '#server/documents/fileUrls.ts'
import { requireRoom } from '#server/documents/quota.ts'
import type { Files } from '#server/documents/storeUploads.ts'
import { takeForms, withCheckedFiles } from '#server/documents/uploads.ts'
import { listEnquiries } from '#server/enquiries/list/enquiryList.ts'
import { SharedRows } from '#server/enquiries/list/sharedRows.ts'
import { matchesOf } from '#server/enquiries/search/matches.ts'
import type { Actor } from '#server/http/actor.ts'
import { apiPaths } from '#server/http/apiPaths.ts'
import type { App } from '#server/http/app.ts'
import { runIdempotently } from '#server/http/idempotency.ts'
import { acceptLargeJson } from '#server/http/limits/largeJson.ts'
import { etagOf } from '#server/http/versions.ts'
import type { Storage } from '#server/storage/storage.ts'
import { requireMayAssign } from './assignment.ts'
import { createEnquiry, requireOwnName, updateEnquiry, type UpdateServices } from './enquiries.ts'
import {
  type EnquiryRow,
  findEnquiry,
  lockEnquiry,
  summariseEnquiries,
  takeNumber,
  type TakenNumber,
  toEnquiry,
} from './enquiryStore.ts'
import { listRequesters, withMergedContacts } from './requesters.ts'

/** All documents as data URLs, which are a third longer than the files, and 1 MB for the text. */
const createBytes = Math.ceil(limits.documents * limits.documentBytes * (4 / 3)) + 1024 * 1024
const tags = ['enquiries']

interface ReadServices {
  db: Db
  searchDb: Db
  urls: FileUrls
}

interface EnquiryServices extends ReadServices {
  config: Config
  storage: Storage
}

export function enquiryRoutes(
  app: App,
  services: EnquiryServices,
  reporters: Pick<UpdateServices, 'notifier' | 'closings'>,
) {
  readRoutes(app, services)
  app.register((forms: App) => createRoute(forms, services))
  updateRoute(app, { ...services, ...reporters })
}

function readRoutes(app: App, services: ReadServices) {
  const { db, urls } = services
  const sharedRows = new SharedRows()
  app.route({
    method: 'GET',
    url: apiPaths.enquiry,
    config: { access: ['read', 'enquiry'] },
    schema: {
      summary: "The company's enquiries, or with `_id` that one",
      tags,
      querystring: ListEnquiries,
      response: { 200: envelope(PageOfEnquiries) },
    },
    async handler({ actor, query, signal }, reply) {
      if (query._id) {
        const [found] = await findShared({ ...services, sharedRows }, actor, query._id)
        if (found) void reply.header('etag', etagOf(found.version))
        const docs = found ? [toEnquiry(found, urls)] : []
        return { message: found ? 'Enquiry' : 'Enquiry not found', data: toPage(docs, docs.length, query) }
      }
      return listPage({ ...services, sharedRows }, actor, query, signal)
    },
  })

  app.route({
    method: 'GET',
    url: apiPaths.enquirySummary,
    config: { access: ['read', 'enquiry'] },
    schema: {
      summary: 'Exact totals by status, the types in use, and the assignees',
      tags,
      response: { 200: envelope(EnquirySummary) },
    },
    async handler({ actor }) {
      return { message: 'Totals', data: await summariseEnquiries(db, actor) }
    },
  })

  app.route({
    method: 'GET',
    url: apiPaths.raisers,
    config: { access: ['read', 'enquiry'] },
    schema: {
      summary: 'The possible requesters to filter by: up to 1000 people of the company, by name, then contacts',
      tags,
      querystring: ListRequesters,
      response: { 200: envelope(z.array(PossibleRequester)) },
    },
    async handler({ actor, query }) {
      return { message: 'People', data: await listRequesters(db, actor, query) }
    },
  })
}

/** The enquiry, or no row. */
async function findShared({ db, sharedRows }: { db: Db; sharedRows: SharedRows }, actor: Actor, id: string) {
  const find = async () => ({ rows: [await findEnquiry(db, actor, id)].filter((row) => row !== undefined) })
  return (await sharedRows.find(db, actor, { id }, find)).rows
}

async function listPage(
  { urls, ...reading }: ReadServices & { sharedRows: SharedRows },
  actor: Actor,
  query: ListEnquiries,
  signal: AbortSignal,
) {
  const wanted = await withMergedContacts(reading.db, actor, query)
  const listed = await listEnquiries(reading, actor, wanted, signal)
  const { rows, total, isMore, nextCursor, stoppedAt } = listed
  const matches = 'search' in listed ? await matchesOf(listed.rows, listed.search, actor) : undefined
  const docs = rows.map((row) => ({ ...toEnquiry(row, urls), match: matches?.get(row.id) }))
  const isBlank = 'search' in listed && listed.search.words.length === 0 && listed.search.enquiryNo === undefined
  const message = isBlank ? 'Search for letters or digits' : 'Enquiries'
  const searchedBackTo = stoppedAt === undefined ? undefined : toEnquiryId(stoppedAt)
  return { message, data: { ...toPage(docs, total, query, { totalIsMore: isMore, nextCursor }), searchedBackTo } }
}

async function createRoute(
  app: App,
  { config, db, storage, urls }: { config: Config; db: Db; storage: Storage; urls: FileUrls },
) {
  await takeForms(app, storage, { field: 'documents', max: limits.documents })
  acceptLargeJson(app)
  app.route({
    method: 'POST',
    url: apiPaths.enquiry,
    config: { access: ['create', 'enquiry'], form: CreateEnquiryForm },
    bodyLimit: createBytes,
    schema: {
      summary: 'Raise an enquiry; its documents as `data:` URLs in JSON, or as files of a form',
      tags,
      body: CreateEnquiry,
      response: { 201: envelope(Enquiry) },
    },
    async handler(request, reply) {
      const { actor } = request
      requireOwnName(actor, request.body)
      const load = async (tx: Tx) => {
        const [taken, requester] = await Promise.all([takeNumber(tx, actor), findParticipant(tx, actor)])
        return { taken, requester }
      }
      const create = async ({ files, keep }: Files<StoredDocument>) => {
        if (files.length > 0) await requireRoom(db, actor, config.storageQuota, 'documents', files)
        await keep()
        const work = async (tx: Tx, { taken, requester }: { taken: TakenNumber; requester: ParticipantRow }) => {
          const enquiry = await createEnquiry(tx, actor, request.body, files, taken)
          if (files.length > 0) await requireRoom(tx, actor, config.storageQuota, 'documents')
          const data = toEnquiry({ ...enquiry, requester }, urls)
          return { message: `Enquiry ${data.enquiryId} created`, data }
        }
        return runIdempotently(db, request, work, load)
      }
      const received = { storage, field: 'documents', files: request.body.documents } as const
      const created = await withCheckedFiles(db, request, received, checkDocuments, create)
      return reply.code(201).header('etag', etagOf(created.data.version)).send(created)
    },
  })
}

function updateRoute(app: App, services: UpdateServices & { db: Db }) {
  const { db, urls, notifier } = services
  app.route({
    method: 'PATCH',
    url: apiPaths.enquiry,
    config: { access: ['update', 'enquiry'] },
    schema: {
      summary: 'Change the comments, the status or the assignee; with `If-Match` only that version',
      tags,
      body: UpdateEnquiry,
      response: { 200: envelope(Enquiry) },
    },
    async handler(request, reply) {
      const { actor, body, headers } = request
      requireMayAssign(actor, body)
      const update = async (tx: Tx, before: EnquiryRow | undefined) => {
        await updateEnquiry(tx, services, actor, body, { before, ifMatch: headers['if-match'] })
        const data = toEnquiry((await findEnquiry(tx, actor, body.id))!, urls)
        return { message: describeUpdate(body, data, actor), data }
      }
      const updated = await runIdempotently(db, request, update, (tx) => lockEnquiry(tx, actor, body.id))
      if (body.assignee) notifier.wake()
      return reply.header('etag', etagOf(updated.data.version)).send(updated)
    },
  })
}

/** The message of an update, which names the status or the assignee if nothing else was set. */
function describeUpdate({ comments, enquiryStatus, assignee: set }: UpdateEnquiry, saved: Enquiry, { userId }: Actor) {
  if (comments !== undefined || (enquiryStatus && set !== undefined)) return `Enquiry ${saved.enquiryId} saved`
  if (enquiryStatus) return `${saved.enquiryId} is now “${statusLabels[saved.enquiryStatus]}”`
  if (!saved.assignee) return 'Unassigned'
  return `Assigned to ${saved.assignee._id === userId ? 'you' : saved.assignee.name}`
}
