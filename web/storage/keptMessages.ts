import { inDatabase, type KeptFile, type KeptMessage } from './database.ts'

/** The transaction completes only once the data is on the disk, so that a power cut loses nothing. */
const durably = { durability: 'strict' } as const

/** A user's unsent messages, in the order of writing. */
export function listKeptMessages(userId: string): Promise<KeptMessage[]> {
  return inDatabase((db) => db.getAllFromIndex('outbox', 'userId', userId))
}

/**
 * Stores a message after the others; an already stored one stays as it is. Its files move to it from the draft that has
 * them.
 */
export function keepMessage(message: KeptMessage, files: KeptFile[]) {
  return inDatabase(async (db) => {
    const tx = db.transaction(['outbox', 'files'], 'readwrite', durably)
    const outbox = tx.objectStore('outbox')
    const known = await outbox.index('id').getKey(message.id)
    if (known !== undefined) return
    const stored = files.map((file) => tx.objectStore('files').put(file))
    await Promise.all([outbox.add(message), ...stored, tx.done])
  })
}

/** Stores why a message was refused; undefined allows sending it again. Ignores a deleted message. */
export function noteRefusal(id: string, refusal: string | undefined) {
  return inDatabase(async (db) => {
    const tx = db.transaction('outbox', 'readwrite', durably)
    const known = await tx.store.index('id').get(id)
    await Promise.all([known && tx.store.put({ ...known, refusal }), tx.done])
  })
}

/** Deletes a message. Its files move to this draft; without one, they are deleted too. */
export function forgetMessage(id: string, draftId: string | undefined) {
  return inDatabase(async (db) => {
    const tx = db.transaction(['outbox', 'files'], 'readwrite')
    const [outbox, files] = [tx.objectStore('outbox'), tx.objectStore('files')]
    const known = await outbox.index('id').getKey(id)
    if (known !== undefined) void outbox.delete(known)
    for (const key of await files.index('draftId').getAllKeys(id)) {
      if (draftId) void files.put({ ...(await files.get(key))!, draftId })
      else void files.delete(key)
    }
    await tx.done
  })
}
