import multipart, { type Multipart, type MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { NewDocument } from '#contract/documents.ts'
import { limits } from '#contract/limits.ts'
import type { Db } from '#server/database/database.ts'
import type { App } from '#server/http/app.ts'
import { HttpError, invalid } from '#server/http/errors.ts'
import { findEarlier } from '#server/http/idempotency.ts'
import { senderOf } from '#server/http/limits/uploads.ts'
import { whenLeft } from '#server/http/whenLeft.ts'
import type { Sender } from '#server/scheduling/turns.ts'
import type { Storage } from '#server/storage/storage.ts'
import { fileTooLarge } from './dataUrls.ts'
import type { StoredFile } from './files.ts'
import {
  contentField,
  discardUploads,
  type FileField,
  type Files,
  hashesOf,
  receiveDataUrls,
  type Upload,
  withFiles,
} from './storeUploads.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The files of the request's form, until its handler takes them or its response is sent. */
    uploads: Upload[]
  }
}

/** In bytes. Larger than the longest valid field, so that the schema refuses an overlong text with its own message. */
const maxFieldBytes = 256 * 1024

/** The field of a form that has the files, and how many there may be. */
type FormFiles = { field: FileField; max: number }

/**
 * Lets the routes of `app` accept `multipart/form-data` too. The files are streamed to the storage, and the body becomes the
 * equivalent JSON, with the hash of each file as its `url`.
 */
export async function takeForms(app: App, storage: Storage, files: FormFiles) {
  await app.register(multipart, {
    preservePath: true,
    throwFileSizeLimit: false,
    limits: { files: Infinity, fields: 50, parts: 100, fileSize: limits.documentBytes, fieldSize: maxFieldBytes },
  })
  app.decorateRequest('uploads')
  app.addHook('onRequest', async (request, reply) => {
    request.uploads = []
    whenLeft(reply, () => discardUploads(storage, request.uploads.splice(0)))
  })
  app.addHook('preValidation', async (request) => {
    if (request.isMultipart()) request.body = await receiveForm(request, storage, files)
  })
}

async function receiveForm(request: FastifyRequest, storage: Storage, files: FormFiles) {
  const fields: Record<string, unknown> = {}
  const received: NewDocument[] = []
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') fields[part.fieldname] = part.value
      else received.push(await receiveFile(request, storage, part, files))
    }
  } catch (error) {
    // A browser reads the response only after it has sent the whole body.
    request.raw.resume()
    await discardUploads(storage, request.uploads.splice(0))
    throw isReported(error)
      ? error
      : invalid({ [files.field]: 'The form could not be read. Send valid multipart/form-data' })
  }
  return { ...fields, [files.field]: received }
}

async function receiveFile(request: FastifyRequest, storage: Storage, part: MultipartFile, { field, max }: FormFiles) {
  const name = nameOf(part)
  const index = request.uploads.length
  if (part.fieldname !== field) throw invalid({ [part.fieldname]: `${part.fieldname} must not be a file` })
  if (index >= max) throw invalid({ [field]: `${field} must be a list of at most ${max} items` })
  const draft = await storage.receive(part.file)
  request.uploads.push({ name, draft })
  if (part.file.truncated) throw fileTooLarge(contentField(field, index), name)
  return { name, url: draft.sha256 }
}

/** Browsers percent-encode quotes and line breaks in a file name (HTML Standard, multipart/form-data encoding). */
function nameOf({ filename = '' }: Multipart & { filename?: string }) {
  return filename.replace(/%22|%0D|%0A/g, decodeURIComponent)
}

/** Our own errors and file-system errors already have a proper response. */
function isReported(error: unknown) {
  return error instanceof HttpError || (error instanceof Error && 'syscall' in error)
}

type Uploaded = { storage: Storage; field: FileField; files: NewDocument[] }

/**
 * Lets `use` have the files of a request, from its form or from data URLs, with the names that its schema has
 * cleaned, and discards those that it has not kept. Throws the errors of `decodeDataUrl`.
 */
export async function withUploads<T>(
  request: FastifyRequest,
  { storage, field, files }: Uploaded,
  use: (uploads: Upload[]) => Promise<T>,
) {
  const taken = request.isMultipart() ? request.uploads.splice(0) : await receiveDataUrls(storage, files, field)
  try {
    return await use(taken.map(({ draft }, index) => ({ draft, name: files[index]!.name })))
  } finally {
    await discardUploads(storage, taken)
  }
}

type Check<File extends StoredFile> = (storage: Storage, uploads: Upload[], sender: Sender) => Promise<Files<File>>

/**
 * Lets `use` have the checked files of a request. Of a repeated request it checks no file, and returns the earlier response.
 * Throws the errors of `withUploads` and `check`.
 */
export async function withCheckedFiles<File extends StoredFile, T>(
  db: Db,
  request: FastifyRequest,
  received: Uploaded,
  check: Check<File>,
  use: (files: Files<File>) => Promise<T>,
) {
  return withUploads(request, received, async (uploads) => {
    // With their hashes, so that the key of the request stands for their content.
    request.body = { ...(request.body as object), [received.field]: hashesOf(uploads) }
    const earlier = uploads.length > 0 ? await findEarlier<T>(db, request) : undefined
    return earlier ?? withFiles(check(received.storage, uploads, senderOf(request)), use)
  })
}
