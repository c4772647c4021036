import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { EnquiryDocument, ImageType } from '#contract/documents.ts'
import type { Tx } from '#server/database/database.ts'
import type { Sender } from '#server/scheduling/turns.ts'
import type { Storage } from '#server/storage/storage.ts'
import { decodeDataUrl } from './dataUrls.ts'
import { nameWithType } from './fileNames.ts'
import { noteFilesUsed, type StoredFile } from './files.ts'
import type { FileUrls } from './fileUrls.ts'
import { readImage, readPicture, thumbnailKey } from './images/images.ts'
import type { ReadImage } from './images/imageWorker.ts'
import { checking, checkUploads, type Files, type Upload } from './storeUploads.ts'

/** A checked image, ready for its row. */
export type StoredDocument = Omit<ReadImage, 'bytes' | 'thumbnail'> & StoredFile & { name: string }

/** Checks images as `checkUploads` does. Throws the errors of `readImage`. */
export function checkDocuments(storage: Storage, uploads: Upload[], sender: Sender): Promise<Files<StoredDocument>> {
  return checkUploads(storage, uploads, sender, 'documents', checkImage)
}

/** Returns the image without its metadata, with the extension of its type. Throws the errors of `readImage`. */
export async function checkImage(content: Buffer, field: string, name: string) {
  const image = await readImage(content, field, name)
  return { ...image, name: nameWithType(name, image.type) }
}

export type Picture = StoredFile & { bytes: Buffer }

/**
 * Makes the picture of a person or a company from a data URL. Throws the errors of `decodeDataUrl` and
 * `readPicture`.
 */
export async function readDataUrl(dataUrl: string, field: string, sender: Sender): Promise<Picture> {
  const name = 'The picture'
  const bytes = await decodeDataUrl(dataUrl, field, name)
  const picture = await checking.run(sender, () => readPicture(bytes, field, name))
  return { sha256: createHash('sha256').update(picture).digest('hex'), size: picture.length, bytes: picture }
}

export async function keepPicture(storage: Storage, { sha256, bytes }: Picture) {
  await storage.put(sha256, bytes)
  await storage.put(thumbnailKey(sha256), bytes)
}

export function withIds<File extends object>(files: File[]) {
  return files.map((file) => ({ ...file, id: uuidv7() }))
}

type NewDocument = StoredDocument & { id: string }

export function insertDocuments(tx: Tx, companyId: string, enquiryId: string, documents: NewDocument[]) {
  if (documents.length === 0) return
  noteFilesUsed(tx, companyId, documents)
  const rows = documents.map((document, position) => ({ ...document, companyId, enquiryId, position }))
  tx.send(tx`insert into document ${tx(rows)}`)
}

/** A row of `document`, as SQL aggregates it to JSON. */
export type DocumentRow = {
  id: string
  name: string
  type: ImageType
  size: number
  width: number
  height: number
  sha256: string
}

export function toEnquiryDocument(row: DocumentRow, urls: FileUrls): EnquiryDocument {
  const { id, name, type, size, width, height, sha256 } = row
  const addresses = { url: urls.original(sha256, type, name), thumbnail: urls.thumbnail(sha256, name) }
  return { _id: id, name, type, size, width, height, ...addresses }
}
