import { sizeText, type StorageUse } from '#contract/documents.ts'
import type { Queryable, Tx } from '#server/database/database.ts'
import type { Actor } from '#server/http/actor.ts'
import { tooLarge } from '#server/http/errors.ts'

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

/** Whether the company may store this many more bytes. */
export async function hasRoom(db: Queryable, actor: InCompany, quota: number, bytes: number) {
  return bytes === 0 || (await findStorageUse(db, actor, quota)).usedBytes + bytes <= quota
}

function quotaExceeded(quota: number, field: string) {
  const reason = `This file was not added because your company has used its ${sizeText(quota)} of storage`
  return tooLarge(field, `${reason}. Continue without it, or ask the operator of this server for more storage`)
}
