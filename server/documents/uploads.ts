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
    /** The files of a form, until the route takes them. */
    uploads: Upload[]
  }
}

/** The largest text of a form, in bytes: more than the longest field may have, which its schema then refuses. */
const fieldBytes = 256 * 1024

/**
 * Lets the routes of `app` take `multipart/form-data` too: files named `documents` go to the storage as they arrive,
 * and the body becomes what JSON would have been, with the hash of each file for its `url`.
 */
export async function takeForms(app: App, storage: Storage) {
  await app.register(multipart, {
    preservePath: true,
    throwFileSizeLimit: false,
    limits: { files: Infinity, fields: 50, parts: 100, fileSize: limits.documentBytes, fieldSize: fieldBytes },
  })
  app.decorateRequest('uploads')
  app.addHook('onRequest', async (request, reply) => {
    request.uploads = []
    // Those that the route has not taken by then are nobody's.
    reply.raw.once('close', () => void discardUploads(storage, takeUploads(request)))
  })
  app.addHook('preValidation', async (request) => {
    if (request.isMultipart()) request.body = await receiveForm(request, storage)
  })
}

/** The files of the form; the caller discards them from now on. */
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
    // The answer reaches a browser only when it could send everything.
    request.raw.resume()
    await discardUploads(storage, takeUploads(request))
    throw isOurs(error) ? error : invalid({ documents: 'The form could not be read: send valid multipart/form-data' })
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

/** Browsers write a quote and the ends of lines in a name as a URL would. */
function nameOf({ filename = '' }: Multipart & { filename?: string }) {
  return filename.replace(/%22|%0D|%0A/g, decodeURIComponent)
}

/** What we threw, and what the disk said. */
function isOurs(error: unknown) {
  return error instanceof HttpError || (error instanceof Error && 'syscall' in error)
}
