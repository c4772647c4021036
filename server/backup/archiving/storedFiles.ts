import type { Storage } from '#server/storage/storage.ts'

/** The storage, and the keys of what was stored in it, so that they can be copied soon. */
export type WatchedStorage = { storage: Storage; stored: Set<string> }

export function watchStorage(storage: Storage): WatchedStorage {
  const stored = new Set<string>()
  return {
    stored,
    storage: {
      ...storage,
      async put(key, bytes) {
        await storage.put(key, bytes)
        stored.add(key)
      },
      async keep(draft) {
        await storage.keep(draft)
        stored.add(draft.sha256)
      },
    },
  }
}
