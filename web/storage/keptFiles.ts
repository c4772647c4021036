import { inDatabase, type FileEntry, type KeptFile } from './database.ts'

/** A file to send. */
export interface NewFile {
  id: string
  name: string
  content: Blob
}

export function entryOf({ id, name, content }: NewFile): FileEntry {
  return { id, name, type: content.type, size: content.size }
}

/** A file as it is stored for a draft or a message. */
export async function toKeptFile({ id, name, content }: NewFile, draftId: string, userId: string): Promise<KeptFile> {
  return { id, draftId, userId, name, type: content.type, bytes: await content.arrayBuffer() }
}

export function contentOf({ bytes, type }: KeptFile) {
  return new Blob([bytes], { type })
}

/** Writes that are under way. */
const writing = new Set<Promise<unknown>>()

/** Resolves once every file that was given to `keepFiles` is stored, or did not fit. */
export async function filesWritten() {
  await Promise.allSettled(writing)
}

/** Stores files of a draft, and returns them. A file that another draft has is moved from there. */
export function keepFiles(files: Promise<NewFile[]>, draftId: string, userId: string) {
  const written = write(files, draftId, userId)
  writing.add(written)
  const end = () => writing.delete(written)
  void written.then(end, end)
  return written
}

async function write(files: Promise<NewFile[]>, draftId: string, userId: string) {
  const given = await files
  const kept = await Promise.all(given.map((file) => toKeptFile(file, draftId, userId)))
  await inDatabase(async (db) => {
    const tx = db.transaction('files', 'readwrite')
    await Promise.all([...kept.map((file) => tx.store.put(file)), tx.done])
  })
  return given
}

/** The files of a draft or of a message. */
export function readFiles(draftId: string): Promise<KeptFile[]> {
  return inDatabase((db) => db.getAllFromIndex('files', 'draftId', draftId))
}

export function readFile(id: string): Promise<KeptFile | undefined> {
  return inDatabase((db) => db.get('files', id))
}

/** Deletes a file of this draft, unless a message has it by now. */
export function forgetFileOf(draftId: string, id: string) {
  return inDatabase(async (db) => {
    const tx = db.transaction('files', 'readwrite')
    const known = await tx.store.get(id)
    await Promise.all([known?.draftId === draftId && tx.store.delete(id), tx.done])
  })
}
