import { readdir } from 'node:fs/promises'
import type { Db } from '#server/database/database.ts'

/** Whether data that a restore has moved aside still exists. It refers to files that must not be removed. */
export async function hasDataAside(db: Db, dataDir: string) {
  const entries = await readdir(dataDir).catch(() => [])
  if (entries.some((name) => name.startsWith('before-restore-'))) return true
  const [found] = await db<{ isThere: boolean }[]>`
    select exists (select from pg_namespace where nspname like 'before\\_restore\\_%') as is_there`
  return found!.isThere
}
