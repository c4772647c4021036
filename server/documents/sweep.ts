import type { Db, Queryable } from '#server/database/database.ts'
import type { Storage } from '#server/storage/storage.ts'

/** Bytes are stored before their row is: anything younger than this may still get one. */
const graceMilliseconds = 24 * 3600 * 1000

/**
 * Removes the files that no row uses: replaced pictures, and bytes whose upload never got its row. Works one of some
 * 256 folders at a time, stops between two when `signal` aborts, and continues there next time. Returns how many files
 * it removed.
 */
export async function sweepFiles(db: Db, storage: Storage, signal: AbortSignal) {
  const cutoff = new Date(Date.now() - graceMilliseconds)
  let removed = 0
  for (const part of await partsLeft(db, storage)) {
    if (signal.aborted) return removed
    await forgetUnused(db, part, cutoff)
    removed += await removeUnknown(db, storage, part, cutoff)
    await db`update file_sweep set next_part = ${`${part}~`}`
  }
  await db`update file_sweep set next_part = ''`
  return removed
}

async function partsLeft(db: Db, storage: Storage) {
  const [sweep] = await db<{ nextPart: string }[]>`select next_part from file_sweep`
  return (await storage.parts()).filter((part) => part >= sweep!.nextPart)
}

/** The rows of `file` whose hash begins with `part` and that nothing has used since `cutoff`. */
async function forgetUnused(db: Db, part: string, cutoff: Date) {
  const unused = await db<{ companyId: string; hashes: string[] }[]>`
    select f.company_id, array_agg(f.sha256) as hashes from file f
    where ${isWithin(db, part)} and ${isUnused(db, cutoff)} group by f.company_id`
  for (const { companyId, hashes } of unused) {
    await db.begin(async (tx) => {
      // As every write that uses files does: the company first.
      await tx`select 1 from company where id = ${companyId} for no key update`
      await tx`
        with gone as (
          delete from file f
          where f.company_id = ${companyId} and f.sha256 = any(${hashes}::text[]) and ${isUnused(tx, cutoff)}
          returning size
        )
        update company set storage_bytes = storage_bytes - (select coalesce(sum(size), 0) from gone)
        where id = ${companyId}`
    })
  }
}

/** The digits of a hash are smaller than `g`. */
function isWithin(db: Db, part: string) {
  return db`f.sha256 >= ${part} and f.sha256 < ${`${part}g`}`
}

/** Row by row, by index: joined as tables, each part of the files would read all documents. */
function isUnused(db: Queryable, cutoff: Date) {
  return db`
    f.last_used_at < ${cutoff}
    and (select 1 from document where company_id = f.company_id and sha256 = f.sha256 limit 1) is null
    and (select 1 from app_user where company_id = f.company_id and picture_sha256 = f.sha256 limit 1) is null
    and (select 1 from company where id = f.company_id and logo_sha256 = f.sha256) is null`
}

async function removeUnknown(db: Db, storage: Storage, part: string, cutoff: Date) {
  const keys = await storage.keys(part)
  const rows = await db<{ sha256: string }[]>`select f.sha256 from file f where ${isWithin(db, part)}`
  const known = new Set(rows.map(({ sha256 }) => sha256))
  let removed = 0
  for (const key of keys) {
    if (!known.has(hashOf(key)) && (await storage.remove(key, cutoff))) removed += 1
  }
  return removed
}

/** Nobody's, for the rest of a file that was being written when the server crashed. */
function hashOf(key: string) {
  return key.endsWith('.part') ? '' : key.slice(0, 64)
}
