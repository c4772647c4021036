import { buffer } from 'node:stream/consumers'
import type { NewDocument } from '#contract/documents.ts'
import { type Sender, Turns } from '#server/scheduling/turns.ts'
import type { Draft, Storage } from '#server/storage/storage.ts'
import { decodeDataUrl } from './dataUrls.ts'
import type { StoredFile } from './files.ts'
import { thumbnailKey } from './images/images.ts'

/** The field of a request that has the files. Errors name it, with the index of the file. */
export type FileField = 'documents' | 'files'
/** A file whose bytes are in the storage but not yet checked. */
export type Upload = { name: string; draft: Draft }

/** Three files are checked at a time, one for each owner: a file is in memory as a whole while it is checked. */
export const checking = new Turns(3, 1)

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

/** Files that a request may use. */
export interface Files<File extends StoredFile> {
  files: File[]
  /**
   * Stores the bytes safely. Call it after the checks that need no transaction, and before the transaction
   * that writes the rows.
   */
  keep: () => Promise<void>
  /** Call it in any case. Does nothing for bytes that were kept. */
  discard: () => Promise<void>
}

/** Checks all uploads. Throws the errors of `check`, after which none are left behind. */
export async function checkUploads<T extends CheckedFile>(
  storage: Storage,
  uploads: Upload[],
  sender: Sender,
  field: FileField,
  check: CheckFile<T>,
): Promise<Files<Stored<T>>> {
  const drafts = uploads.map(({ draft }) => draft)
  const discard = async () => {
    for (const draft of drafts) await storage.discard(draft)
  }
  const checked: { draft: Draft; thumbnail?: Buffer; file: Stored<T> }[] = []
  const checkOne = async ({ draft, name }: Upload, index: number) => {
    const content = await buffer((await storage.open(draft.key))!.stream)
    const { bytes, thumbnail, ...row } = await check(content, contentField(field, index), name)
    const clean = bytes === content ? draft : await storage.receive([bytes])
    if (clean !== draft) drafts.push(clean)
    const file = { ...row, sha256: clean.sha256, size: clean.size } as Stored<T>
    checked.push({ draft: clean, thumbnail, file })
  }
  const keep = async () => {
    for (const { draft, thumbnail } of checked) {
      await storage.keep(draft)
      if (thumbnail) await storage.put(thumbnailKey(draft.sha256), thumbnail)
    }
  }
  try {
    for (const [index, upload] of uploads.entries()) await checking.run(sender, () => checkOne(upload, index))
  } catch (error) {
    await discard()
    throw error
  }
  return { files: checked.map(({ file }) => file), keep, discard }
}

/** Discards the files once `use` has ended, unless it has kept them. */
export async function withFiles<File extends StoredFile, T>(
  checkedFiles: Files<File> | Promise<Files<File>>,
  use: (files: Files<File>) => Promise<T>,
): Promise<T> {
  const files = await checkedFiles
  try {
    return await use(files)
  } finally {
    await files.discard()
  }
}

export function contentField(field: FileField, index: number) {
  return `${field}.${index}.url`
}
