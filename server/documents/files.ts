import type { Tx } from '#server/database/database.ts'

/** A file in the storage, named by its hash. */
export type StoredFile = { sha256: string; size: number }

/**
 * Records that the company uses these files. Call it before writing the rows that refer to them, in the same transaction.
 * A file counts once against the company's quota, even if several rows use it.
 */
export function noteFilesUsed(tx: Tx, companyId: string, files: StoredFile[]) {
  if (files.length === 0) return
  const sizes = new Map(files.map(({ sha256, size }) => [sha256, size]))
  // Sorted, so that two transactions with the same files do not deadlock.
  const hashes = [...sizes.keys()].toSorted()
  // Every write that uses files locks the company before the files.
  tx.send(tx`select 1 from company where id = ${companyId} for no key update`)
  tx.send(tx`
    with known as (
      update file set last_used_at = now() where company_id = ${companyId} and sha256 = any(${hashes}::text[])
      returning sha256
    ), added as (
      insert into file (company_id, sha256, size)
      select ${companyId}::uuid, sha256, size
      from unnest(${hashes}::text[], ${hashes.map((hash) => sizes.get(hash)!)}::bigint[]) used(sha256, size)
      where sha256 not in (select sha256 from known)
      returning size
    )
    update company set storage_bytes = storage_bytes + coalesce((select sum(size) from added), 0)
    where id = ${companyId}`)
}
