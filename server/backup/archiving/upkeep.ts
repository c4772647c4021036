import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { readPoolKeys } from '#server/backup/backupReader.ts'
import { startOf } from '#server/backup/format/manifest.ts'
import type { Spared } from '#server/backup/places/keepNewest.ts'
import { syncPath } from '#server/syncPath.ts'
import { readBase } from './base.ts'
import { listArchives, openBases, type WalArchive } from './walArchive.ts'

/** How far back the archives lead at least. */
const reachMs = 7 * 24 * 3600 * 1000

/** The files in `backupDir` that the archives need: those of their base backups, and all that were stored since the first of them. */
export async function listSpared(backupDir: string): Promise<Spared> {
  const keys = new Set<string>()
  const starts = []
  for (const name of await listArchives(backupDir)) {
    const bases = await openBases(backupDir, name)
    for (const base of await bases.names()) {
      starts.push(startOf(base).getTime())
      for (const key of await readPoolKeys(bases, base)) keys.add(key)
    }
  }
  return { keys, since: starts.length > 0 ? new Date(Math.min(...starts)) : undefined }
}

/** Removes the base backups, segments and archives that no moment of the last seven days needs. */
export async function removeOld(backupDir: string, current: WalArchive, now = new Date()) {
  const places = await Promise.all((await listArchives(backupDir)).map((name) => openBases(backupDir, name)))
  const starts = (await Promise.all(places.map((bases) => bases.names()))).flat().toSorted()
  const first = starts.findLast((start) => startOf(start).getTime() <= now.getTime() - reachMs) ?? ''
  for (const bases of places) {
    for (const base of await bases.names()) if (base < first) await bases.remove(base)
    if (bases.address === current.folder || (await bases.names()).length > 0) continue
    await rm(bases.address, { recursive: true })
    await syncPath(dirname(bases.address))
  }
  await removeOldSegments(current)
}

/** Only of the current archive: another one may have another passphrase, and disappears as a whole. */
async function removeOldSegments(current: WalArchive) {
  const [oldest] = await current.bases.names()
  if (!oldest) return
  const { firstSegment } = await readBase(current, oldest)
  for (const stored of await current.segments()) if (stored.segment < firstSegment) await current.remove(stored)
}
