import { sizeText, type StorageUse } from '#contract/documents.ts'
import type { Db, Queryable, Tx } from '#server/database/database.ts'
import type { Actor } from '#server/http/actor.ts'
import { tooLarge } from '#server/http/errors.ts'
import type { StoredFile } from './files.ts'

export async function findStorageUse(db: Queryable, { companyId }: Actor, quota: number): Promise<StorageUse> {
  const [company] = await db<{ storageBytes: string }[]>`select storage_bytes from company where id = ${companyId}`
  return { usedBytes: Number(company!.storageBytes), quotaBytes: quota }
}

/** 413, with a message for `field`, when the files that this transaction adds are more than the company may store. */
export async function requireRoom(tx: Tx, actor: Actor, quota: number, field: string) {
  const { usedBytes } = await findStorageUse(tx, actor, quota)
  if (usedBytes > quota) throw full(quota, field)
}

/**
 * The same before the files are stored: those of a refused request would stay on the disk for a day. Files that the
 * company has already need no room, so that a repeated request gets its earlier answer.
 */
export async function requireRoomFor(db: Db, actor: Actor, quota: number, field: string, files: StoredFile[]) {
  const hashes = files.map(({ sha256 }) => sha256)
  const rows = await db<{ sha256: string }[]>`
    select sha256 from file where company_id = ${actor.companyId} and sha256 = any(${hashes}::text[])`
  const known = new Set(rows.map(({ sha256 }) => sha256))
  const added = files.filter(({ sha256 }) => !known.has(sha256)).reduce((sum, { size }) => sum + size, 0)
  const { usedBytes } = await findStorageUse(db, actor, quota)
  if (added > 0 && usedBytes + added > quota) throw full(quota, field)
}

function full(quota: number, field: string) {
  const whole = `Your company has used its ${sizeText(quota)} of storage, so this file could not be added`
  return tooLarge(field, `${whole}. Go on without it, and ask the operator of this server for more storage`)
}
