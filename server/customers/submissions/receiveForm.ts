import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { limits } from '#contract/limits.ts'
import { plainName } from '#server/documents/fileNames.ts'
import { discardUploads, type Upload } from '#server/documents/storeUploads.ts'
import type { Storage } from '#server/storage/storage.ts'
import { cutText } from '#server/text/cutText.ts'

export type FileProblem = { code: 'imageType' | 'imageSize' | 'tooMany' | 'failed'; name: string }

/** The fields and files of a form. `problem` is the first file that cannot be accepted, after which none are kept. */
export type ReceivedForm = { fields: Record<string, string>; uploads: Upload[]; problem?: FileProblem }

/** Reads a form to its end, also after a file that cannot be accepted: what was typed must survive. */
export async function receiveForm(request: FastifyRequest, storage: Storage): Promise<ReceivedForm> {
  const received: ReceivedForm = { fields: {}, uploads: [] }
  if (!request.isMultipart()) return received
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') await receiveFile(received, storage, part)
      else if (typeof part.value === 'string') received.fields[part.fieldname] = part.value
    }
  } catch (error) {
    await discardUploads(storage, received.uploads.splice(0))
    if (error instanceof Error && 'syscall' in error) throw error
    received.problem ??= { code: 'failed', name: '' }
    request.raw.resume()
  }
  if (received.problem) await discardUploads(storage, received.uploads.splice(0))
  return received
}

async function receiveFile(received: ReceivedForm, storage: Storage, { filename, file }: MultipartFile) {
  // Browsers send an empty part for a field without files.
  const name = cutText(plainName(filename), limits.documentName)
  if (received.problem || (filename === '' && (await isEmpty(file)))) return void file.resume()
  if (received.uploads.length >= limits.documents) {
    received.problem = { code: 'tooMany', name }
    return void file.resume()
  }
  received.uploads.push({ name, draft: await storage.receive(file) })
  if (file.truncated) received.problem = { code: 'imageSize', name }
}

async function isEmpty(file: MultipartFile['file']) {
  for await (const _chunk of file) return false
  return true
}
