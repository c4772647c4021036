import { sizeText, type StorageUse } from '#contract/documents.ts'
import type { Queryable } from '#server/database/database.ts'
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

/** Throws 413, with a message for `field`, if the company has no room for these files, or has exceeded its quota. */
export async function requireRoom(
  db: Queryable,
  actor: InCompany,
  quota: number,
  field: string,
  files: StoredFile[] = [],
) {
  const { usedBytes } = await findStorageUse(db, actor, quota)
  if (usedBytes + bytesOf(files) > quota) throw quotaExceeded(quota, field)
}

export function bytesOf(files: StoredFile[]) {
  return files.reduce((sum, { size }) => sum + size, 0)
}

/** Whether the company may store this many more bytes. */
export async function hasRoom(db: Queryable, actor: InCompany, quota: number, bytes: number) {
  return bytes === 0 || (await findStorageUse(db, actor, quota)).usedBytes + bytes <= quota
}

function quotaExceeded(quota: number, field: string) {
  const reason = `This file was not added because your company has used its ${sizeText(quota)} of storage`
  return tooLarge(field, `${reason}. Continue without it, or ask the operator of this server for more storage`)
}
