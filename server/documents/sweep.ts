import type { Db, Queryable } from '#server/database/database.ts'
import { outsideBackups } from '#server/storage/outsideBackups.ts'
import type { Storage } from '#server/storage/storage.ts'

/** Bytes are stored before their row, so younger files may still get one. */
const graceMs = 24 * 3600 * 1000

/**
 * Removes files that no row uses: replaced pictures, and bytes whose request failed before writing a row. Processes one
 * of about 256 folders at a time, stops after a folder when `signal` aborts or while a backup is made, and resumes there
 * next time. Returns the number of removed files.
 */
export async function sweepFiles(db: Db, storage: Storage, signal: AbortSignal) {
  const cutoff = new Date(Date.now() - graceMs)
  let removed = 0
  for (const part of await remainingParts(db, storage)) {
    if (signal.aborted) return removed
    await deleteUnusedRows(db, part, cutoff)
    const isDone = await outsideBackups(db, async (tx) => {
      removed += await removeFilesWithoutRow(tx, storage, part, cutoff)
    })
    if (!isDone) return removed
    await db`update file_sweep set next_part = ${`${part}~`}`
  }
  await db`update file_sweep set next_part = ''`
  return removed
}

async function remainingParts(db: Db, storage: Storage) {
  const [sweep] = await db<{ nextPart: string }[]>`select next_part from file_sweep`
  return (await storage.parts()).filter((part) => part >= sweep!.nextPart)
}

/** Deletes the rows of `file` whose hash begins with `part` and that nothing has used since `cutoff`. */
async function deleteUnusedRows(db: Db, part: string, cutoff: Date) {
  const unused = await db<{ companyId: string; hashes: string[] }[]>`
    select f.company_id, array_agg(f.sha256) as hashes from file f
    where ${isWithin(db, part)} and ${isUnused(db, cutoff)} group by f.company_id`
  for (const { companyId, hashes } of unused) {
    await db.begin(async (tx) => {
      // As `noteFilesUsed` does.
      await tx`select 1 from company where id = ${companyId} for no key update`
      await tx`
        with deleted as (
          delete from file f
          where f.company_id = ${companyId} and f.sha256 = any(${hashes}::text[]) and ${isUnused(tx, cutoff)}
          returning size
        )
        update company set storage_bytes = storage_bytes - (select coalesce(sum(size), 0) from deleted)
        where id = ${companyId}`
    })
  }
}

/** An index range: every hexadecimal digit sorts before `g`. */
function isWithin(db: Queryable, part: string) {
  return db`f.sha256 >= ${part} and f.sha256 < ${`${part}g`}`
}

/** Scalar subqueries use an index for each row. Joins would read all documents once for each folder. */
function isUnused(db: Queryable, cutoff: Date) {
  return db`
    f.last_used_at < ${cutoff}
    and (select 1 from document where company_id = f.company_id and sha256 = f.sha256 limit 1) is null
    and (select 1 from message_file where company_id = f.company_id and sha256 = f.sha256 limit 1) is null
    and (select 1 from submission_document where company_id = f.company_id and sha256 = f.sha256 limit 1) is null
    and (select 1 from message_email where company_id = f.company_id and sha256 = f.sha256 limit 1) is null
    and (select 1 from app_user where company_id = f.company_id and picture_sha256 = f.sha256 limit 1) is null
    and (select 1 from company where id = f.company_id and logo_sha256 = f.sha256) is null`
}

async function removeFilesWithoutRow(db: Queryable, storage: Storage, part: string, cutoff: Date) {
  const keys = await storage.keys(part)
  // Received mails have no row of `file` until a company is known.
  const rows = await db<{ sha256: string }[]>`
    select f.sha256 from file f where ${isWithin(db, part)}
    union all
    select f.sha256 from incoming_mail f where ${isWithin(db, part)}`
  const hashes = new Set(rows.map(({ sha256 }) => sha256))
  let removed = 0
  for (const key of keys) {
    if (!hashes.has(hashOf(key)) && (await storage.remove(key, cutoff))) removed += 1
  }
  return removed
}

/** Returns '' for a partial file that a crash left behind, because no row refers to it. */
function hashOf(key: string) {
  return key.endsWith('.part') ? '' : key.slice(0, 64)
}
