import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { v7 as uuidv7 } from 'uuid'
import type { EnquiryDocument, ImageType, NewDocument } from '#contract/documents.ts'
import type { Tx } from '#server/database/database.ts'
import type { Draft, Storage } from '#server/storage/storage.ts'
import { decodeDataUrl } from './dataUrls.ts'
import { noteFilesUsed, type StoredFile } from './files.ts'
import type { FileUrls } from './fileUrls.ts'
import { type Image, readImage, readPicture, thumbnailKey } from './images.ts'
import { inTurns } from './inTurns.ts'
import { nameWithType } from './names.ts'

/** A file whose bytes have arrived in the storage, unchecked. */
export type Upload = { name: string; draft: Draft }
/** A file whose bytes are in the storage, on its way into a row. */
export type StoredDocument = Omit<Image, 'bytes' | 'thumbnail'> & StoredFile & { name: string }

/** Images that are checked at once: each is in memory as a whole, some of them unpacked. */
const checking = inTurns(2)

/** Receives the contents of `data:` URLs. Throws as `decodeDataUrl` does, and leaves nothing behind then. */
export async function receiveDataUrls(storage: Storage, documents: NewDocument[]): Promise<Upload[]> {
  const uploads: Upload[] = []
  try {
    for (const [index, { name, url }] of documents.entries()) {
      const bytes = await decodeDataUrl(url, fieldOf(index), name)
      uploads.push({ name, draft: await storage.receive([bytes]) })
    }
    return uploads
  } catch (error) {
    await discardUploads(storage, uploads)
    throw error
  }
}

export async function discardUploads(storage: Storage, uploads: Upload[]) {
  for (const { draft } of uploads) await storage.discard(draft)
}

/**
 * Checks all uploads before it stores the first; when it resolves, their bytes are safe on disk. The uploads are gone
 * afterwards. Throws as `readImage` does, and what `requireRoom` throws about the files as they will be stored.
 */
export async function storeDocuments(
  storage: Storage,
  uploads: Upload[],
  requireRoom: (files: StoredFile[]) => Promise<void>,
): Promise<StoredDocument[]> {
  const checked: CheckedDocument[] = []
  try {
    for (const [index, upload] of uploads.entries()) {
      checked.push(await checking(() => checkDocument(storage, upload, fieldOf(index))))
    }
    await requireRoom(checked.map(({ draft }) => draft))
    for (const { draft, thumbnail } of checked) {
      await storage.keep(draft)
      await storage.put(thumbnailKey(draft.sha256), thumbnail)
    }
    return checked.map(({ draft: { sha256, size }, thumbnail: _thumbnail, ...document }) => ({
      ...document,
      sha256,
      size,
    }))
  } finally {
    await discardUploads(storage, [...uploads, ...checked])
  }
}

function fieldOf(index: number) {
  return `documents.${index}.url`
}

type CheckedDocument = Upload & Omit<Image, 'bytes'>

async function checkDocument(storage: Storage, { name, draft }: Upload, field: string): Promise<CheckedDocument> {
  const arrived = await buffer((await storage.open(draft.key))!.stream)
  const { bytes, ...image } = await readImage(arrived, field, name)
  const cleaned = bytes === arrived ? draft : await storage.receive([bytes])
  return { ...image, name: nameWithType(name, image.type), draft: cleaned }
}

/** Stores the picture of a person or a company. Throws as `decodeDataUrl` and `readPicture` do. */
export async function storePicture(storage: Storage, dataUrl: string, field: string): Promise<StoredFile> {
  const name = 'The picture'
  const bytes = await decodeDataUrl(dataUrl, field, name)
  const picture = await checking(() => readPicture(bytes, field, name))
  const sha256 = createHash('sha256').update(picture).digest('hex')
  await storage.put(sha256, picture)
  await storage.put(thumbnailKey(sha256), picture)
  return { sha256, size: picture.length }
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
