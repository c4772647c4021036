import multipart from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '#contract/customers/languages.ts'
import { limits } from '#contract/limits.ts'
import type { LinkSecrets } from '#server/accounts/secretTokens.ts'
import type { Config } from '#server/config.ts'
import { type CustomerFormRow, findForm } from '#server/customers/form/customerForm.ts'
import { sendOutcome, sendPage, shownOf } from '#server/customers/form/formPages.ts'
import { errorText, type FormErrors, renderForm } from '#server/customers/form/renderPage.ts'
import { pageAddress } from '#server/customers/links/privateLink.ts'
import { textsFor } from '#server/customers/texts.ts'
import type { Db } from '#server/database/database.ts'
import { checkDocuments, type StoredDocument } from '#server/documents/documents.ts'
import type { FileUrls } from '#server/documents/fileUrls.ts'
import { discardUploads, type Files, type Upload, withFiles } from '#server/documents/storeUploads.ts'
import type { EventHub } from '#server/events/eventHub.ts'
import type { App } from '#server/http/app.ts'
import { HttpError, sendError } from '#server/http/errors.ts'
import { senderOf } from '#server/http/limits/uploads.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import type { Storage } from '#server/storage/storage.ts'
import { type CheckedForm, checkForm } from './checkForm.ts'
import { newStamp } from './formStamp.ts'
import { hasSolved, newChallenge } from './proofOfWork.ts'
import { type ReceivedForm, receiveForm } from './receiveForm.ts'
import { sourceOf, needsProof } from './submissionLimits.ts'
import { findRefusal, type Received, receiveSubmission } from './submissions.ts'
import { findByFormKey, readTraffic } from './submissionStore.ts'

/** Robots fill in every field. People do not see this one. */
const decoy = 'website'
/** The fields of a form with five images; the images are counted apart. */
const formBytes = limits.documents * limits.documentBytes + 1024 * 1024

export interface FormServices {
  config: Config
  db: Db
  storage: Storage
  urls: FileUrls
  linkSecrets: LinkSecrets
  hub: EventHub
  mailer: Mailer
}

type Params = { slug: string }

/** The form with which customers write to a company: `/f/{slug}`. No request other than a POST changes anything. */
export async function formRoutes(app: App, services: FormServices) {
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: { files: 100, fields: 50, parts: 150, fileSize: limits.documentBytes, fieldSize: 256 * 1024 },
  })
  app.setErrorHandler((error, request, reply) => {
    if (!(error instanceof HttpError) || error.status !== 429) return sendError(error as HttpError, request, reply)
    return sendOutcome(reply, shownOf(services, request), { kind: 'busy' })
  })
  app.get<{ Params: Params }>('/f/:slug', async (request, reply) => {
    const form = await findOpenForm(services, request, reply)
    if (form) await sendForm(services, request, reply, form)
    return reply
  })
  app.post<{ Params: Params }>('/f/:slug', { bodyLimit: formBytes }, async (request, reply) => {
    const form = await findOpenForm(services, request, reply)
    if (form) await takeForm(services, request, reply, form)
    else request.raw.resume()
    return reply
  })
}

/** The form with the slug of the address. Without one, it sends a page that says so. */
async function findOpenForm(services: FormServices, request: FastifyRequest, reply: FastifyReply) {
  const { slug } = request.params as Params
  const form = await findForm(services.db, slug)
  if (form?.isEnabled) return form
  await sendOutcome(reply, shownOf(services, request, form), { kind: form ? 'closed' : 'missing' })
  return undefined
}

/** Sends the form, with what was typed and what is wrong with it. It keeps its key until it is accepted. */
async function sendForm(
  services: FormServices,
  request: FastifyRequest,
  reply: FastifyReply,
  form: CustomerFormRow,
  { values, errors, key }: CheckedForm = emptyForm,
) {
  const { db, linkSecrets } = services
  const stamp = newStamp(linkSecrets, form.slug, key)
  const traffic = await readTraffic(db, form.companyId, sourceOf(linkSecrets, request.ip))
  const challenge = needsProof(traffic) ? await newChallenge(linkSecrets, stamp.key) : null
  const page = shownOf(services, request, form)
  if (Object.keys(errors).length > 0) void reply.code(422)
  const html = await renderForm({
    ...page,
    types: form.types,
    values,
    errors,
    hidden: stamp,
    honeypot: decoy,
    challenge,
  })
  return sendPage(reply, page, html, form.origins)
}

/** The outcome of a form that is not shown again. */
type Accepted = Exclude<Received, { kind: 'full' | 'noRoom' }>

const emptyForm: CheckedForm = {
  values: { enquiryType: '', summery: '', description: '', name: '', email: '' },
  errors: {},
}

async function takeForm(services: FormServices, request: FastifyRequest, reply: FastifyReply, form: CustomerFormRow) {
  const received = await receiveForm(request, services.storage)
  const page = shownOf(services, request, form)
  const checked = checkForm(services.linkSecrets, form, page.language, received)
  const taken = await takeReceived(services, request, form, page.language, received, checked).finally(() =>
    discardUploads(services.storage, received.uploads),
  )
  if ('errors' in taken) return sendForm(services, request, reply, form, { ...checked, errors: taken.errors })
  if (taken.kind === 'confirm') services.mailer.wake()
  if (taken.kind === 'link') services.hub.changed(form.companyId)
  return sendOutcome(reply, page, toOutcome(services, request, taken, checked.submission!.email), form.origins)
}

async function takeReceived(
  services: FormServices,
  request: FastifyRequest,
  form: CustomerFormRow,
  language: Language,
  received: ReceivedForm,
  { submission, key, errors }: CheckedForm,
): Promise<Accepted | { errors: FormErrors }> {
  const { config, db, linkSecrets } = services
  if (!submission || !key) return { errors }
  // Before the images are decoded.
  const isRepeat = (await findByFormKey(db, form.companyId, key)) !== undefined
  const images = await checkImages(services, request, form, isRepeat ? [] : received.uploads)
  if ('problem' in images) {
    return { errors: { documents: errorText(language, images.problem, { name: images.name }) } }
  }
  const sent = {
    ...submission,
    images: images.files,
    quota: config.storageQuota,
    language,
    formKey: key,
    source: sourceOf(linkSecrets, request.ip),
    isDecoyFilled: (received.fields[decoy] ?? '') !== '',
    hasProof: await hasSolved(linkSecrets, key, received.fields.altcha),
  }
  const outcome = await withFiles(images, async ({ keep }) => {
    const known = await findRefusal(db, services, form, sent)
    if (known) return known
    await keep()
    return db.beginFor(form.companyId, (tx) => receiveSubmission(tx, services, form, sent))
  })
  if (outcome.kind === 'full') return { errors: { form: textsFor(language)('outcome.busy.text') } }
  return outcome.kind === 'noRoom' ? { errors: { documents: errorText(language, 'noRoom') } } : outcome
}

/** Checks the images of a form, or returns the one that cannot be accepted. */
async function checkImages(
  { storage }: FormServices,
  request: FastifyRequest,
  { companyId }: CustomerFormRow,
  uploads: Upload[],
): Promise<Files<StoredDocument> | { problem: 'imageType'; name: string }> {
  try {
    const { owners, leaving } = senderOf(request)
    const sender = { owners: [...owners, `customers of ${companyId}`], leaving }
    return await checkDocuments(storage, uploads, sender)
  } catch (error) {
    if (!(error instanceof HttpError) || error.status >= 500) throw error
    const place = /^documents\.(\d+)/.exec(Object.keys(error.details.errors ?? {})[0] ?? '')?.[1]
    return { problem: 'imageType', name: uploads[Number(place ?? 0)]?.name ?? '' }
  }
}

function toOutcome({ config }: FormServices, request: FastifyRequest, outcome: Accepted, address: string) {
  if (outcome.kind === 'confirm') return { kind: 'confirm' as const, address }
  if (outcome.kind !== 'link') return { kind: outcome.kind }
  return { kind: 'link' as const, url: pageAddress(config, request, outcome.token) }
}
