import { v7 as uuidv7 } from 'uuid'
import type { EnquiryDocument, ImageType, NewDocument } from '#contract/documents.ts'
import type { Tx } from '#server/database/database.ts'
import type { Storage } from '#server/storage/storage.ts'
import { noteFilesUsed, type StoredFile } from './files.ts'
import type { FileUrls } from './fileUrls.ts'
import { type Image, readImage, thumbnailKey } from './images.ts'

/** A file whose bytes are in the storage, on its way into a row. */
export type StoredDocument = Omit<Image, 'bytes' | 'thumbnail'> & { name: string; size: number }

/** Checks all files before it stores the first; when it resolves, their bytes are safe on disk. */
export async function storeDocuments(storage: Storage, documents: NewDocument[]): Promise<StoredDocument[]> {
  const images: Image[] = []
  for (const [index, { name, url }] of documents.entries()) {
    images.push(await readImage(url, `documents.${index}.url`, name))
  }
  await Promise.all(images.map((image) => storeImage(storage, image)))
  return images.map(({ sha256, type, width, height, bytes }, index) => {
    const { name } = documents[index]!
    return { name, type, size: bytes.length, width, height, sha256 }
  })
}

/** Stores the picture of a person or a company. Throws as `readImage` does. */
export async function storePicture(storage: Storage, dataUrl: string, field: string): Promise<StoredFile> {
  const image = await readImage(dataUrl, field, 'The picture')
  await storeImage(storage, image)
  return { sha256: image.sha256, size: image.bytes.length }
}

async function storeImage(storage: Storage, { sha256, bytes, thumbnail }: Image) {
  await storage.put(sha256, bytes)
  await storage.put(thumbnailKey(sha256), thumbnail)
}

export async function insertDocuments(tx: Tx, companyId: string, enquiryId: string, documents: StoredDocument[]) {
  if (documents.length === 0) return
  await noteFilesUsed(tx, companyId, documents)
  const rows = documents.map((document, position) => ({ ...document, companyId, enquiryId, position, id: uuidv7() }))
  await tx`insert into document ${tx(rows)}`
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

export function toEnquiryDocument({ id, sha256, ...row }: DocumentRow, urls: FileUrls): EnquiryDocument {
  return {
    ...row,
    _id: id,
    url: urls.original(sha256, row.type, row.name),
    thumbnail: urls.thumbnail(sha256, row.name),
  }
}
