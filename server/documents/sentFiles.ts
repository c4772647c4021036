import { extname } from 'node:path'
import type { ImageType, MessageFile } from '#contract/documents.ts'
import { invalid, unsupportedType } from '#server/http/errors.ts'
import type { Sender } from '#server/scheduling/turns.ts'
import type { Storage } from '#server/storage/storage.ts'
import { checkImage, type DocumentRow, toEnquiryDocument } from './documents.ts'
import { isImageName, plainName } from './fileNames.ts'
import type { StoredFile } from './files.ts'
import type { FileUrls } from './fileUrls.ts'
import { hasContentOf, isFileExtension, isText } from './formats/otherFiles.ts'
import { isImage } from './images/images.ts'
import { checkUploads, type Files, type Upload } from './storeUploads.ts'

/** A checked file of a message. Only images have a type, a width and a height. */
export type SentFile = StoredFile & { name: string; receivedSha256: string } & (
    | { type: ImageType; width: number; height: number }
    | { type: null; width: null; height: null }
  )

/** Checks images and other files as `checkUploads` does. Throws 415 for a file that may not be sent. */
export async function checkSentFiles(storage: Storage, uploads: Upload[], sender: Sender): Promise<Files<SentFile>> {
  const { files, ...rest } = await checkUploads(storage, uploads, sender, 'files', checkSentFile)
  const receivedAs = (index: number) => uploads[index]!.draft.sha256
  return { ...rest, files: files.map((file, index) => ({ ...file, receivedSha256: receivedAs(index) })) }
}

async function checkSentFile(content: Buffer, field: string, given: string) {
  const name = plainName(given)
  if (isImage(content) || isImageName(name)) return checkImage(content, field, name)
  await requireAccepted(content, field, name)
  return { name, bytes: content, type: null, width: null, height: null }
}

async function requireAccepted(content: Buffer, field: string, name: string) {
  const extension = extname(name).toLowerCase()
  if (!isFileExtension(extension)) {
    const accepted = 'Send images, PDF, text and office documents, or archives such as ZIP'
    throw unsupportedType(field, `“${name}” is not a kind of file that can be sent. ${accepted}`)
  }
  if (content.length === 0) throw invalid({ [field]: `“${name}” is empty. Choose another file` })
  if (await hasContentOf(extension, content)) return
  throw unsupportedType(
    field,
    isText(extension)
      ? `“${name}” does not contain text. Choose another file, or send it in a ZIP file`
      : `“${name}” is damaged, or not the kind of file that its name says. Choose another file`,
  )
}

/** A row of `message_file`, as SQL aggregates it to JSON. */
export type SentFileRow = DocumentRow | (Omit<DocumentRow, 'type' | 'width' | 'height'> & { type: null })

export function toMessageFile(row: SentFileRow, urls: FileUrls): MessageFile {
  if (row.type !== null) return { kind: 'image', ...toEnquiryDocument(row, urls) }
  return { kind: 'file', _id: row.id, name: row.name, size: row.size, url: urls.download(row.sha256, row.name) }
}
