import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectRoot } from '#server/projectRoot.ts'
import { StartError } from '#server/startError.ts'
import type { Db, Tx } from './database.ts'

const folder = join(projectRoot, 'server/database/migrations')
/** One of the files that the initial schema replaced before anybody had data. */
const firstReplaced = '001-accounts.sql'
/** Any number of our own: two servers that start at once must not migrate at once. */
const migrationLock = 7_203_418

/** Brings the database to this version's schema: all of what is missing, or nothing. Throws a StartError. */
export async function migrate(db: Db) {
  await requireVersion(db)
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  await db.begin(async (tx) => {
    // A change of every row of a large table takes its time.
    await tx`set local statement_timeout = 0`
    await tx`set local lock_timeout = 0`
    await tx`select pg_advisory_xact_lock(${migrationLock})`
    await tx`create table if not exists migration (name text primary key, applied_at timestamptz not null default now())`
    const applied = new Set((await tx`select name from migration`).map((row) => row.name as string))
    if (applied.has(firstReplaced)) {
      throw new StartError('The database was made before the first release. Choose an empty DATA_DIR or database.')
    }
    const unknown = [...applied].filter((name) => !names.includes(name))
    if (unknown.length) {
      throw new StartError(
        `The database was made by a newer version (it has ${unknown.join(', ')}). Update the product.`,
      )
    }
    for (const name of names) if (!applied.has(name)) await apply(tx, name)
  })
}

async function requireVersion(db: Db) {
  const [row] = await db`show server_version_num`.catch((error: Error & { code?: string }) => {
    throw new StartError(`The database does not let us in: ${error.message || error.code}. Check DATABASE_URL.`)
  })
  if (Number(row?.serverVersionNum) < 150_000) throw new StartError('PostgreSQL 15 or newer is needed.')
}

async function apply(tx: Tx, name: string) {
  await tx.unsafe(await readFile(join(folder, name), 'utf8'))
  await tx`insert into migration (name) values (${name})`
}
