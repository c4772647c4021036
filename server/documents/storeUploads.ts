import { buffer } from 'node:stream/consumers'
import type { NewDocument } from '#contract/documents.ts'
import type { Draft, Storage } from '#server/storage/storage.ts'
import { decodeDataUrl } from './dataUrls.ts'
import type { StoredFile } from './files.ts'
import { thumbnailKey } from './images.ts'
import { limitConcurrency } from './limitConcurrency.ts'

/** The field of a request that has the files. Errors name it, with the index of the file. */
export type FileField = 'documents' | 'files'
/** A file whose bytes are in the storage but not yet checked. */
export type Upload = { name: string; draft: Draft }

/** Checks two files at a time, because each is in memory as a whole and some images are decoded. */
export const whenFree = limitConcurrency(2)

/** Receives the contents of `data:` URLs. If `decodeDataUrl` throws, no uploads are left behind. */
export async function receiveDataUrls(storage: Storage, files: NewDocument[], field: FileField): Promise<Upload[]> {
  const uploads: Upload[] = []
  try {
    for (const [index, { name, url }] of files.entries()) {
      const bytes = await decodeDataUrl(url, contentField(field, index), name)
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

/** The uploads as a request body lists them. Hashes identify a repeated request, and content need not stay in memory. */
export function hashesOf(uploads: Upload[]): NewDocument[] {
  return uploads.map(({ name, draft }) => ({ name, url: draft.sha256 }))
}

/** A checked file, with the bytes and the name to store. Only images have a thumbnail. */
export type CheckedFile = { name: string; bytes: Buffer; thumbnail?: Buffer }
/** Checks the content of a file, or throws with a message for `field`. */
export type CheckFile<T extends CheckedFile> = (content: Buffer, field: string, name: string) => Promise<T>
/** Of each kind of file in a union, without losing which fields belong together. */
type Stored<T> = T extends unknown ? Omit<T, 'bytes' | 'thumbnail'> & StoredFile : never

/**
 * Checks all uploads before it stores the first one. When it resolves, the bytes are safely stored; in any case the
 * uploads are discarded. Throws the errors of `check` and of `requireRoom`, which gets the files as they will be stored.
 */
export async function storeUploads<T extends CheckedFile>(
  storage: Storage,
  uploads: Upload[],
  field: FileField,
  check: CheckFile<T>,
  requireRoom: (files: StoredFile[]) => Promise<void>,
): Promise<Stored<T>[]> {
  if (uploads.length === 0) return []
  const cleaned: { draft: Draft; file: Omit<T, 'bytes'> }[] = []
  try {
    for (const [index, { draft, name }] of uploads.entries()) {
      cleaned.push(
        await whenFree(async () => {
          const content = await buffer((await storage.open(draft.key))!.stream)
          const { bytes, ...file } = await check(content, contentField(field, index), name)
          return { file, draft: bytes === content ? draft : await storage.receive([bytes]) }
        }),
      )
    }
    await requireRoom(cleaned.map(({ draft }) => draft))
    const stored: Stored<T>[] = []
    for (const { draft, file } of cleaned) {
      const { thumbnail, ...row } = file
      await storage.keep(draft)
      if (thumbnail) await storage.put(thumbnailKey(draft.sha256), thumbnail)
      stored.push({ ...row, sha256: draft.sha256, size: draft.size } as Stored<T>)
    }
    return stored
  } finally {
    for (const { draft } of [...uploads, ...cleaned]) await storage.discard(draft)
  }
}

export function contentField(field: FileField, index: number) {
  return `${field}.${index}.url`
}
