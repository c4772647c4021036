import type { Tx } from '#server/database/database.ts'

/** Bytes in the storage, by their hash. */
export type StoredFile = { sha256: string; size: number }

/**
 * Notes that rows of the company use these files from this transaction on; call it before writing those rows.
 * A file counts once against the storage of the company, however many rows use it.
 */
export async function noteFilesUsed(tx: Tx, companyId: string, files: StoredFile[]) {
  if (files.length === 0) return
  const sizes = new Map(files.map(({ sha256, size }) => [sha256, size]))
  // In one order, so that two transactions with the same files wait for each other instead of deadlocking.
  const hashes = [...sizes.keys()].toSorted()
  await tx`
    with noted as (
      insert into file (company_id, sha256, size)
      select ${companyId}::uuid, sha256, size
      from unnest(${hashes}::text[], ${hashes.map((hash) => sizes.get(hash)!)}::bigint[]) used(sha256, size)
      on conflict (company_id, sha256) do update set last_used_at = now()
      returning case when xmax = 0 then size else 0 end as added
    )
    update company set storage_bytes = storage_bytes + (select sum(added) from noted) where id = ${companyId}`
}
