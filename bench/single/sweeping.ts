import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { openDatabase } from '#server/database/database.ts'
import { startEmbeddedPostgres } from '#server/database/embedded/embeddedPostgres.ts'
import { migrate } from '#server/database/migrate.ts'
import { sweepFiles } from '#server/documents/sweep.ts'
import { openDiskStorage } from '#server/storage/diskStorage.ts'

/** Measures a sweep of old files on a new database. A document uses each file, so the sweep removes none. */
export async function measureSweep(count = '100000') {
  const folder = await mkdtemp(join(tmpdir(), 'enquiry-desk-sweep-'))
  const postgres = await startEmbeddedPostgres(folder)
  const db = openDatabase(postgres.connection, 2, { statementTimeout: 0 })
  try {
    await migrate(db)
    const [companyId, userId, enquiryId] = [uuidv7(), uuidv7(), uuidv7()]
    await db`insert into company (id, name) values (${companyId}, 'Acme')`
    await db`
      insert into app_user (company_id, id, name, email, password_hash, role)
      values (${companyId}, ${userId}, 'Olivia', 'olivia@acme.test', '', 'owner')`
    await db`
      insert into enquiry (company_id, id, enquiry_no, enquiry_type, summery, description, comments, status, created_by)
      values (${companyId}, ${enquiryId}, 1, 'Damage', '', '', '', 'open', ${userId})`
    const hashes = db`select n, encode(sha256(n::text::bytea), 'hex') as hash from generate_series(1, ${count}::int) n`
    await db`
      insert into file (company_id, sha256, size, last_used_at)
      select ${companyId}::uuid, hash, 1, now() - interval '2 days' from (${hashes}) h`
    // Without the constraint, one enquiry can have all the documents at the same position.
    await db`alter table document drop constraint document_company_id_enquiry_id_position_key`
    await db`
      insert into document (company_id, id, enquiry_id, position, name, type, size, width, height, sha256)
      select ${companyId}::uuid, gen_random_uuid(), ${enquiryId}::uuid, 0, 'a.png', 'image/png', 1, 1, 1, hash
      from (${hashes}) h`
    await db`vacuum analyze`
    const files = join(folder, 'swept')
    await writeFiles(files, Number(count))
    const started = performance.now()
    const removed = await sweepFiles(db, await openDiskStorage(files), new AbortController().signal)
    const seconds = Math.round(performance.now() - started) / 1000
    console.log(`sweep of ${count} files: ${seconds} s, ${removed} removed`)
  } finally {
    await db.end()
    await postgres.stop()
    await rm(folder, { recursive: true })
  }
}

/** Writes an empty file and an empty thumbnail for each hash. The sweep does not read their contents. */
async function writeFiles(folder: string, count: number) {
  for (let n = 1; n <= count; n++) {
    const hash = createHash('sha256').update(String(n)).digest('hex')
    const part = join(folder, hash.slice(0, 2))
    if (n <= 100_000) await mkdir(part, { recursive: true })
    await Promise.all([writeFile(join(part, hash), ''), writeFile(join(part, `${hash}.thumbnail`), '')])
  }
}
