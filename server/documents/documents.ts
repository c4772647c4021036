import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { v7 as uuidv7 } from 'uuid'
import type { EnquiryDocument, ImageType, NewDocument } from '#contract/documents.ts'
import { limits } from '#contract/limits.ts'
import type { Tx } from '#server/database/database.ts'
import type { Draft, Storage } from '#server/storage/storage.ts'
import { decodeDataUrl } from './dataUrls.ts'
import { noteFilesUsed, type StoredFile } from './files.ts'
import type { FileUrls } from './fileUrls.ts'
import { type Image, readImage, readPicture, thumbnailKey } from './images.ts'
import { limitConcurrency } from './limitConcurrency.ts'

/** A file whose bytes are in the storage but not yet checked. */
export type Upload = { name: string; draft: Draft }
/** A checked file whose bytes are in the storage, ready for its row. */
export type StoredDocument = Omit<Image, 'bytes' | 'thumbnail'> & StoredFile & { name: string }

/** Checks two images at a time, because each is in memory as a whole and some are decoded. */
const whenFree = limitConcurrency(2)

/** Receives the contents of `data:` URLs. If `decodeDataUrl` throws, no uploads are left behind. */
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
 * Checks all uploads before it stores the first one. When it resolves, the bytes are safely on disk; in any case the
 * uploads are discarded. Throws the errors of `readImage` and of `requireRoom`, which gets the files as they will be
 * stored.
 */
export async function storeDocuments(
  storage: Storage,
  uploads: Upload[],
  requireRoom: (files: StoredFile[]) => Promise<void>,
): Promise<StoredDocument[]> {
  const checked: CheckedDocument[] = []
  try {
    for (const [index, upload] of uploads.entries()) {
      checked.push(await whenFree(() => checkDocument(storage, upload, fieldOf(index))))
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
  const received = await buffer((await storage.open(draft.key))!.stream)
  const { bytes, ...image } = await readImage(received, field, name)
  const cleaned = bytes === received ? draft : await storage.receive([bytes])
  return { ...image, name: nameWithType(name, image.type), draft: cleaned }
}

const extensions: Record<ImageType, string[]> = {
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/gif': ['.gif'],
  'image/webp': ['.webp'],
  'image/avif': ['.avif'],
}

/** Gives a name the extension of the file's actual type: a `photo.png` that is a JPEG becomes `photo.jpg`. */
function nameWithType(name: string, type: ImageType) {
  const given = extname(name)
  if (extensions[type].includes(given.toLowerCase())) return name
  // `extname` returns `.2` for `Offer v1.2`, which has no extension.
  const isExtension = /^\.[a-z][a-z0-9]{1,4}$/i.test(given)
  const base = isExtension ? name.slice(0, -given.length) : name
  const extension = extensions[type][0]!
  return base.slice(0, limits.documentName - extension.length) + extension
}

/** Stores the picture of a person or a company. Throws the errors of `decodeDataUrl` and `readPicture`. */
export async function storePicture(storage: Storage, dataUrl: string, field: string): Promise<StoredFile> {
  const name = 'The picture'
  const bytes = await decodeDataUrl(dataUrl, field, name)
  const picture = await whenFree(() => readPicture(bytes, field, name))
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
