import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { projectRoot } from '#server/projectRoot.ts'
import { StartError } from '#server/startError.ts'
import type { Db, Tx } from './database.ts'
import { type Migration, readMigrations } from './migrationFiles.ts'
import { apply } from './migrationSteps.ts'

const ownFolder = join(projectRoot, 'server/database/migrations')
/** One of the files that the initial schema replaced before anybody had data. */
const replaced = '001-accounts.sql'
/** Any number of our own: two servers that start at the same time must not migrate at the same time. */
const migrationLock = 7_203_418
const pollMilliseconds = 200

type Options = { folder?: string; signal?: AbortSignal }

/**
 * Brings the database to this version's schema, migration by migration, while other servers use it. Needs two
 * connections. What is interrupted is continued by the next call. Throws a StartError.
 */
export async function migrate(db: Db, { folder = ownFolder, signal }: Options = {}) {
  const migrations = await readMigrations(folder)
  while ((await findMissing(db, migrations)).length > 0) {
    if (await alone(db, () => applyMissing(db, migrations, signal))) return
    await wait(pollMilliseconds, undefined, { signal })
  }
}

/** Those that are not applied yet. A newer version may have applied others, if it declares them compatible. */
async function findMissing(db: Db, migrations: Migration[]) {
  const applied = await readApplied(db)
  const known = new Set(migrations.map(({ name }) => name))
  const unknown = applied.filter(({ name, isCompatible }) => !known.has(name) && !isCompatible)
  if (unknown.some(({ name }) => name === replaced)) {
    throw new StartError('The database was made before the first release. Choose an empty DATA_DIR or database.')
  }
  if (unknown.length > 0) {
    const names = unknown.map(({ name }) => name).join(', ')
    throw new StartError(`The database was made by a newer version (it has ${names}). Update the product.`)
  }
  return migrations.filter(({ name }) => !applied.some((each) => each.name === name))
}

async function readApplied(db: Db): Promise<{ name: string; isCompatible: boolean }[]> {
  const [found] = await db<{ isThere: boolean }[]>`select to_regclass('migration') is not null as is_there`
  if (!found!.isThere) return []
  // Before the first release the table had no such column.
  return db`select name, coalesce((to_jsonb(m) ->> 'is_compatible')::boolean, false) as is_compatible from migration m`
}

/**
 * Does the work unless another server is at it; returns whether it has. The lock belongs to a transaction, because
 * through pgbouncer a session is not ours to keep. That transaction does nothing else: it has no snapshot, for the end of
 * which `create index concurrently` would wait. For the same reason nobody waits for the lock itself.
 */
async function alone(db: Db, work: () => Promise<void>) {
  return db.begin(async (tx) => {
    const [lock] = await tx<{ isOurs: boolean }[]>`select pg_try_advisory_xact_lock(${migrationLock}) as is_ours`
    if (!lock!.isOurs) return false
    // Also gives up the snapshot of the query before, which the connection keeps until the next one.
    await tx`set local idle_in_transaction_session_timeout = 0`
    await work()
    return true
  })
}

async function applyMissing(db: Db, migrations: Migration[], signal?: AbortSignal) {
  await db.begin(prepare)
  // Another server may have applied some before we had the lock.
  for (const migration of await findMissing(db, migrations)) {
    signal?.throwIfAborted()
    await apply(db, migration, signal)
  }
}

async function prepare(tx: Tx) {
  await tx`
    create table if not exists migration (
      name text primary key, applied_at timestamptz not null default now(), is_compatible boolean not null default false
    )`
  await tx`
    create table if not exists migration_progress (
      name text primary key, next_block bigint not null, last_block bigint not null, changed bigint not null
    )`
}
