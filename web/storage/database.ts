import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { SendMessage } from '#contract/chat.ts'

/** A message that this device stores until the server has it. */
export interface KeptMessage {
  /** Its place in the order of writing; IndexedDB assigns it. */
  order?: number
  /** The id that it is sent with: the server stores it once, however often it is sent. */
  id: string
  userId: string
  body: Omit<SendMessage, 'files'>
  /** Their bytes are in `files`, under the id of the message. Messages from before there were files have none. */
  files?: FileEntry[]
  /** Milliseconds since 1970. */
  writtenAt: number
  /** Why the server refused it; it is sent again only if its writer chooses to. */
  refusal?: string
}

/** Unsent content of a form. */
export interface KeptDraft {
  id: string
  userId: string
  /** What the form edits: a new enquiry, or a certain existing one. */
  subject: string
  /** Milliseconds since 1970. */
  savedAt: number
  content: unknown
}

/** A file without its bytes. */
export interface FileEntry {
  id: string
  name: string
  type: string
  /** Bytes. */
  size: number
}

/** A file of a draft or of a message. It stores bytes, because not every browser returns a stored `Blob`. */
export interface KeptFile {
  id: string
  /** The id of the draft or of the message that has the file. */
  draftId: string
  userId: string
  name: string
  type: string
  bytes: ArrayBuffer
}

interface Kept extends DBSchema {
  drafts: { key: string; value: KeptDraft; indexes: { userId: string } }
  files: { key: string; value: KeptFile; indexes: { draftId: string; userId: string } }
  outbox: { key: number; value: KeptMessage; indexes: { id: string; userId: string } }
}

export type KeptDatabase = IDBPDatabase<Kept>

/**
 * Version 3 has the stores of version 2. Its number keeps older pages, which may be open in other tabs, from sending the
 * messages without their files.
 */
const version = 3

let opened: Promise<KeptDatabase> | undefined

/** Runs `work` in the product's IndexedDB. Rejects if the browser stores nothing, or has no room. */
export async function inDatabase<Result>(work: (db: KeptDatabase) => Promise<Result>): Promise<Result> {
  try {
    return await work(await open())
  } catch (error) {
    if (!isClosed(error)) throw error
    opened = undefined
    return work(await open())
  }
}

/** Deletes everything of this user. */
export function forgetAllOf(userId: string) {
  return inDatabase(async (db) => {
    const tx = db.transaction(['outbox', 'drafts', 'files'], 'readwrite')
    for (const name of ['outbox', 'drafts', 'files'] as const) {
      const store = tx.objectStore(name)
      for (const key of await store.index('userId').getAllKeys(userId)) void store.delete(key)
    }
    await tx.done
  })
}

/** Deletes everything of everyone. */
export function forgetEverything() {
  return inDatabase(async (db) => {
    await Promise.all([...db.objectStoreNames].map((store) => db.clear(store)))
  })
}

async function open() {
  opened ??= openDB<Kept>('enquiry-desk', version, {
    upgrade: (db, earlier) => {
      if (earlier < 1) createOutbox(db)
      if (earlier < 2) createDrafts(db)
    },
    // A newer version of the page, in another tab, waits until this connection closes.
    blocking: (_current, _blocked, { target }) => (target as IDBDatabase).close(),
  })
  try {
    return await opened
  } catch (error) {
    opened = undefined
    throw error
  }
}

function createOutbox(db: KeptDatabase) {
  const outbox = db.createObjectStore('outbox', { keyPath: 'order', autoIncrement: true })
  outbox.createIndex('id', 'id', { unique: true })
  outbox.createIndex('userId', 'userId')
}

function createDrafts(db: KeptDatabase) {
  db.createObjectStore('drafts', { keyPath: 'id' }).createIndex('userId', 'userId')
  const files = db.createObjectStore('files', { keyPath: 'id' })
  files.createIndex('draftId', 'draftId')
  files.createIndex('userId', 'userId')
}

/** Browsers close databases for an upgrade, when site data is cleared, and after a long sleep. */
function isClosed(error: unknown) {
  return error instanceof DOMException && error.name === 'InvalidStateError'
}
