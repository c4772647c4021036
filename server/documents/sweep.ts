import type { Db } from '#server/database/database.ts'
import type { Storage } from '#server/storage/storage.ts'

/** Bytes are stored before their row is: what is younger than this may still get one. */
const graceMilliseconds = 24 * 3600 * 1000
const batchSize = 500

/** Removes stored bytes that no row refers to: what an upload left that never got its row. Answers how many. */
export async function sweepOrphans(db: Db, storage: Storage, now = Date.now()) {
  const cutoff = new Date(now - graceMilliseconds)
  let removed = 0
  let batch: string[] = []
  const flush = async () => {
    for (const key of await orphansAmong(db, batch)) {
      await storage.remove(key, cutoff)
      removed += 1
    }
    batch = []
  }
  for await (const { key, storedAt } of storage.list()) {
    if (storedAt < cutoff) batch.push(key)
    if (batch.length === batchSize) await flush()
  }
  await flush()
  return removed
}

async function orphansAmong(db: Db, keys: string[]) {
  const hashes = [...new Set(keys.map(hashOf))]
  const used = await db<{ sha256: string }[]>`
    select sha256 from document where sha256 = any(${hashes})
    union select picture_sha256 from app_user where picture_sha256 = any(${hashes})
    union select logo_sha256 from company where logo_sha256 = any(${hashes})`
  const isUsed = new Set(used.map((row) => row.sha256))
  return keys.filter((key) => isDraft(key) || !isUsed.has(hashOf(key)))
}

function hashOf(key: string) {
  return key.slice(0, 64)
}

/** What a crash left of a file that was being written. */
function isDraft(key: string) {
  return key.endsWith('.part')
}
