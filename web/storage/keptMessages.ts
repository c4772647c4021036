import { inDatabase, type KeptMessage } from './database.ts'

/** Written to the disk before it is said to be kept: a power cut must not take it. */
const safely = { durability: 'strict' } as const

/** What a user has written and the server does not have yet, in the order of writing. */
export function listKeptMessages(userId: string): Promise<KeptMessage[]> {
  return inDatabase((db) => db.getAllFromIndex('outbox', 'userId', userId))
}

/** Keeps a message behind the others; one that is kept already stays as it is. */
export function keepMessage(message: KeptMessage) {
  return inDatabase(async (db) => {
    const tx = db.transaction('outbox', 'readwrite', safely)
    const known = await tx.store.index('id').getKey(message.id)
    await Promise.all([known === undefined && tx.store.add(message), tx.done])
  })
}

/** Notes why a message was refused, or with nothing that it may be sent again. Not of one that is gone. */
export function noteRefusal(id: string, refusal: string | undefined) {
  return inDatabase(async (db) => {
    const tx = db.transaction('outbox', 'readwrite', safely)
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
