import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { compareVersions, productVersion } from '#server/productVersion.ts'
import { projectRoot } from '#server/projectRoot.ts'
import { StartError } from '#server/startError.ts'
import type { Db, Tx } from './database.ts'
import { type Migration, migrationNames, readMigrations } from './migrationFiles.ts'
import { apply } from './migrationSteps.ts'
import { findOldestRunning } from './runningServers.ts'

const ownFolder = join(projectRoot, 'server/database/migrations')
/** A migration from before the first release, which 001-initial.sql replaced. */
const preReleaseMigration = '001-accounts.sql'
/** An arbitrary advisory lock key, so that two starting servers do not migrate at the same time. */
const migrationLock = 7_203_418
const pollIntervalMs = 200

type Options = { folder?: string; only?: string[]; signal?: AbortSignal }

/**
 * Migrates the database to this version's schema while other servers use it. Needs two connections. The next call
 * resumes an interrupted migration. With `only`, applies just the migrations with these names. Throws a StartError.
 */
export async function migrate(db: Db, { folder = ownFolder, only, signal }: Options = {}) {
  const names = (await migrationNames(folder)).filter((name) => only?.includes(name) ?? true)
  while (missingOf(names, await readApplied(db)).length > 0) {
    if (await withMigrationLock(db, () => applyMissing(db, folder, names, signal))) return
    await wait(pollIntervalMs, undefined, { signal })
  }
}

export type Upgrade = { applied: string[]; missing: string[] }

/** The migrations of a database that has a schema; undefined if none is missing. */
export async function findUpgrade(db: Db): Promise<Upgrade | undefined> {
  const applied = await readApplied(db)
  const missing = missingOf(await migrationNames(ownFolder), applied)
  return applied.length > 0 && missing.length > 0 ? { applied: applied.map(({ name }) => name), missing } : undefined
}

/** The names of this version's migrations that a database with these does not have. */
export async function listMissing(applied: string[]) {
  return (await migrationNames(ownFolder)).filter((name) => !applied.includes(name))
}

/** The migrations that are not applied yet. A newer version may have applied more if this one may run beside them. */
function missingOf(names: string[], applied: Applied[]) {
  const unknown = applied.filter((each) => !names.includes(each.name) && !mayRunBeside(each))
  if (unknown.some(({ name }) => name === preReleaseMigration)) {
    throw new StartError('The database was created before the first release. Choose an empty DATA_DIR or database.')
  }
  if (unknown.length > 0) {
    const changes = unknown.map(({ name }) => name).join(', ')
    throw new StartError(
      `A newer version has changed the database (${changes}), and this one, ${productVersion}, does not work with it. Update the product.`,
    )
  }
  return names.filter((name) => !applied.some((each) => each.name === name))
}

type Applied = { name: string; isCompatible: boolean; oldestVersion: string | null }

function mayRunBeside({ isCompatible, oldestVersion }: Applied) {
  return oldestVersion ? compareVersions(oldestVersion, productVersion) <= 0 : isCompatible
}

async function readApplied(db: Db): Promise<Applied[]> {
  const [found] = await db<{ isThere: boolean }[]>`select to_regclass('migration') is not null as is_there`
  if (!found!.isThere) return []
  // The table of an older database may not have these columns yet.
  return db`
    select name, coalesce((to_jsonb(m) ->> 'is_compatible')::boolean, false) as is_compatible,
      to_jsonb(m) ->> 'oldest_version' as oldest_version
    from migration m`
}

/**
 * Runs `work` unless another server holds the migration lock; returns whether it ran. The lock belongs to a transaction,
 * because behind pgbouncer a session does not last. The transaction does nothing else, so it holds no snapshot, which
 * `create index concurrently` would wait for. Waiting for the lock would hold one too, so callers poll instead.
 */
async function withMigrationLock(db: Db, work: () => Promise<void>) {
  return db.begin(async (tx) => {
    const [lock] = await tx<{ isOurs: boolean }[]>`select pg_try_advisory_xact_lock(${migrationLock}) as is_ours`
    if (!lock!.isOurs) return false
    // This statement also releases the snapshot that the connection keeps after the query above.
    await tx`set local idle_in_transaction_session_timeout = 0`
    await work()
    return true
  })
}

async function applyMissing(db: Db, folder: string, names: string[], signal?: AbortSignal) {
  await db.begin(prepare)
  // Another server may have applied some before we had the lock.
  const missing = await readMigrations(folder, missingOf(names, await readApplied(db)))
  requireCanRunBeside(missing, await findOldestRunning(db))
  for (const migration of missing) {
    signal?.throwIfAborted()
    // Another server may have started during the migration before.
    const oldest = await findOldestRunning(db)
    requireCanRunBeside([migration], oldest)
    await apply(db, migration, { isAlone: oldest === undefined, signal })
  }
}

function requireCanRunBeside(missing: Migration[], oldest: string | undefined) {
  const first = missing.find(({ oldestVersion }) => oldest && compareVersions(oldest, oldestVersion) < 0)
  if (!first) return
  throw new StartError(
    `A server of version ${oldest} uses this database, and would not work after the update (${first.name}). Update it to ${first.oldestVersion} first, or stop it. Then start again.`,
  )
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
