import { inDatabase, type KeptMessage } from './database.ts'

/** The transaction completes only once the data is on the disk, so that a power cut loses nothing. */
const durably = { durability: 'strict' } as const

/** A user's unsent messages, in the order of writing. */
export function listKeptMessages(userId: string): Promise<KeptMessage[]> {
  return inDatabase((db) => db.getAllFromIndex('outbox', 'userId', userId))
}

/** Stores a message after the others; an already stored one stays as it is. */
export function keepMessage(message: KeptMessage) {
  return inDatabase(async (db) => {
    const tx = db.transaction('outbox', 'readwrite', durably)
    const known = await tx.store.index('id').getKey(message.id)
    await Promise.all([known === undefined && tx.store.add(message), tx.done])
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

export function forgetMessage(id: string) {
  return inDatabase(async (db) => {
    const tx = db.transaction('outbox', 'readwrite')
    const known = await tx.store.index('id').getKey(id)
    await Promise.all([known !== undefined && tx.store.delete(known), tx.done])
  })
}
