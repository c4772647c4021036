import { sizeText, type StorageUse } from '#contract/documents.ts'
import type { Db, Queryable, Tx } from '#server/database/database.ts'
import type { Actor } from '#server/http/actor.ts'
import { tooLarge } from '#server/http/errors.ts'
import type { StoredFile } from './files.ts'

type InCompany = Pick<Actor, 'companyId'>

export async function findStorageUse(db: Queryable, { companyId }: InCompany, quota: number): Promise<StorageUse> {
  // Emails that are held have a limit of their own: otherwise outsiders could use up the company's quota.
  const [company] = await db<{ usedBytes: number }[]>`
    select greatest(0, storage_bytes - coalesce((
        select sum(size) from (
          select distinct sha256, size from incoming_mail where company_id = ${companyId} and state = 'held') held
      ), 0))::float8 as used_bytes
    from company where id = ${companyId}`
  return { usedBytes: company!.usedBytes, quotaBytes: quota }
}

/** Throws 413, with a message for `field`, if the files that this transaction adds exceed the company's quota. */
export async function requireRoom(tx: Tx, actor: InCompany, quota: number, field: string) {
  const { usedBytes } = await findStorageUse(tx, actor, quota)
  if (usedBytes > quota) throw quotaExceeded(quota, field)
}

/**
 * Checks the quota before the files are stored, because the files of a refused request would stay in the storage for a day.
 * Files that the company already has need no room, so a repeated request still gets its first response.
 */
export async function requireRoomFor(db: Db, actor: InCompany, quota: number, field: string, files: StoredFile[]) {
  const hashes = files.map(({ sha256 }) => sha256)
  const rows = await db<{ sha256: string }[]>`
    select sha256 from file where company_id = ${actor.companyId} and sha256 = any(${hashes}::text[])`
  const stored = new Set(rows.map(({ sha256 }) => sha256))
  const added = files.filter(({ sha256 }) => !stored.has(sha256)).reduce((sum, { size }) => sum + size, 0)
  const { usedBytes } = await findStorageUse(db, actor, quota)
  if (added > 0 && usedBytes + added > quota) throw quotaExceeded(quota, field)
}

function quotaExceeded(quota: number, field: string) {
  const reason = `This file was not added because your company has used its ${sizeText(quota)} of storage`
  return tooLarge(field, `${reason}. Continue without it, or ask the operator of this server for more storage`)
}
