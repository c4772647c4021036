import { readdir } from 'node:fs/promises'
import { startOf } from '#server/backup/format/manifest.ts'
import { copyPrefix, listEarlier } from '#server/backup/upgrading/copies.ts'
import type { Db } from '#server/database/database.ts'

/** How long after an update its copy of the database still counts. Copies stay, and would otherwise keep all files for ever. */
const rollbackDays = 7

/**
 * Whether data that a restore has moved aside still exists, or a copy from before a recent update. It refers to files that must
 * not be removed.
 */
export async function hasDataAside(db: Db, dataDir: string) {
  const entries = await readdir(dataDir).catch(() => [])
  if (entries.some((name) => name.startsWith('before-restore-') || isRecentCopy(name))) return true
  if (entries.length > 0 && (await listEarlier(dataDir)).length > 0) return true
  const [found] = await db<{ isThere: boolean }[]>`
    select exists (select from pg_namespace where nspname like 'before\\_restore\\_%') as is_there`
  return found!.isThere
}

function isRecentCopy(name: string) {
  if (!name.startsWith(copyPrefix)) return false
  return Date.now() - startOf(name.slice(copyPrefix.length)).getTime() < rollbackDays * 24 * 3600 * 1000
}
