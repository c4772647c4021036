import { readPoolKeys } from '#server/backup/backupReader.ts'
import type { BackupPlace } from './backupPlace.ts'

/** Files that must stay although no backup has them: by their keys, and all that were stored since a moment. */
export type Spared = { keys: Set<string>; since: Date | undefined }

/**
 * Removes all but the newest backups of the place, then the files that none of the others uses. Removes no file if the list of
 * one backup cannot be read. Only one backup may run at a time.
 */
export async function keepNewest(place: BackupPlace, count: number, spared: Spared) {
  const names = await place.names()
  for (const name of names.slice(0, -count)) await place.remove(name)
  const used = new Set(spared.keys)
  for (const name of names.slice(-count)) {
    for (const key of await readPoolKeys(place, name)) used.add(key)
  }
  const storedBefore = spared.since ?? new Date(Date.now() + 1000)
  for (const part of await place.pool.parts()) {
    const unused = (await place.pool.keys(part)).filter((key) => !used.has(key))
    for (const key of unused) await place.pool.remove(key, storedBefore)
  }
}
