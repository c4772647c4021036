import { readPoolKeys } from '#server/backup/backupReader.ts'
import type { BackupPlace } from './backupPlace.ts'

/**
 * Removes all but the newest backups of the place, then the files that none of the others uses. Removes no file if the list of
 * one backup cannot be read. Only one backup may run at a time.
 */
export async function keepNewest(place: BackupPlace, count: number) {
  const names = await place.names()
  for (const name of names.slice(0, -count)) await place.remove(name)
  const used = new Set<string>()
  for (const name of names.slice(-count)) {
    for (const key of await readPoolKeys(place, name)) used.add(key)
  }
  for (const part of await place.pool.parts()) {
    const unused = (await place.pool.keys(part)).filter((key) => !used.has(key))
    for (const key of unused) await place.pool.remove(key, new Date(Date.now() + 1000))
  }
}
