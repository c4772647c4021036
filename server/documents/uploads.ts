import multipart, { type Multipart, type MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { limits } from '#contract/limits.ts'
import type { App } from '#server/http/app.ts'
import { HttpError, invalid } from '#server/http/errors.ts'
import type { Storage } from '#server/storage/storage.ts'
import { fileTooLarge } from './dataUrls.ts'
import { discardUploads, type Upload } from './documents.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The files of a form that the route has not taken yet. */
    uploads: Upload[]
  }
}

/** In bytes. Larger than the longest valid field, so that the schema refuses an overlong text with its own message. */
const maxFieldBytes = 256 * 1024

/**
 * Lets the routes of `app` accept `multipart/form-data` too. Files named `documents` are streamed to the storage, and the
 * body becomes the equivalent JSON, with the hash of each file as its `url`.
 */
export async function takeForms(app: App, storage: Storage) {
  await app.register(multipart, {
    preservePath: true,
    throwFileSizeLimit: false,
    limits: { files: Infinity, fields: 50, parts: 100, fileSize: limits.documentBytes, fieldSize: maxFieldBytes },
  })
  app.decorateRequest('uploads')
  app.addHook('onRequest', async (request, reply) => {
    request.uploads = []
    // Discards the files that the route has not taken.
    reply.raw.once('close', () => void discardUploads(storage, takeUploads(request)))
  })
  app.addHook('preValidation', async (request) => {
    if (request.isMultipart()) request.body = await receiveForm(request, storage)
  })
}

/** Returns the files of the form. The caller must discard them. */
export function takeUploads(request: FastifyRequest) {
  return request.uploads.splice(0)
}

async function receiveForm(request: FastifyRequest, storage: Storage) {
  const fields: Record<string, unknown> = {}
  const documents: { name: string; url: string }[] = []
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') fields[part.fieldname] = part.value
      else documents.push(await receiveFile(request, storage, part, documents.length))
    }
  } catch (error) {
    // A browser reads the response only after it has sent the whole body.
    request.raw.resume()
    await discardUploads(storage, takeUploads(request))
    throw isReported(error)
      ? error
      : invalid({ documents: 'The form could not be read. Send valid multipart/form-data' })
  }
  return { ...fields, documents }
}

async function receiveFile(request: FastifyRequest, storage: Storage, part: MultipartFile, index: number) {
  const name = nameOf(part)
  if (part.fieldname !== 'documents') throw invalid({ [part.fieldname]: `${part.fieldname} must not be a file` })
  if (index >= limits.documents) {
    throw invalid({ documents: `documents must be a list of at most ${limits.documents} items` })
  }
  const draft = await storage.receive(part.file)
  request.uploads.push({ name, draft })
  if (part.file.truncated) throw fileTooLarge(`documents.${index}.url`, name)
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
