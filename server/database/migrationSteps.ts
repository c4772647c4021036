import { setTimeout as wait } from 'node:timers/promises'
import { StartError } from '#server/startError.ts'
import type { Db, Tx } from './database.ts'
import type { Migration } from './migrationFiles.ts'
import { firstVersion } from './runningServers.ts'

/** Short, because all queries of a table queue behind a statement that waits to lock it. */
const lockTimeoutMs = 50
/** How long other servers wait at most for the locks of one transaction. */
const heldMs = 2000
/** A busy machine may make a transaction slow, but not several times. */
const maxSlow = 3
const retryDelayMs = 500
const timeoutMs = 10 * 60_000
/** About a thousand rows, locked for about 10 ms. */
const blocksPerBatch = 50
const pauseMs = 20

/** `isAlone`: no other server uses the database, so nobody waits for a lock. */
type Options = { isAlone: boolean; signal: AbortSignal | undefined }

/** Applies a migration and records it. An interrupted migration can be applied again. Throws a StartError. */
export async function apply(db: Db, migration: Migration, options: Options) {
  if (migration.kind === 'concurrently') return applyConcurrently(db, migration, options)
  if (migration.kind === 'batches') return applyInBatches(db, migration, options)
  await transact(db, migration, options, async (tx) => {
    await tx.unsafe(migration.sql)
    await record(tx, migration)
  })
}

async function record(db: Db | Tx, { name, oldestVersion }: Migration) {
  if (oldestVersion === firstVersion) await db`insert into migration (name, is_compatible) values (${name}, true)`
  else await db`insert into migration (name, oldest_version) values (${name}, ${oldestVersion})`
}

/** Runs `work` in a transaction that waits only briefly for a lock, and holds it only briefly while others wait for it. */
async function transact(db: Db, { name }: Migration, { isAlone, signal }: Options, work: (tx: Tx) => Promise<unknown>) {
  await retry(name, signal, () => {
    const limited = isAlone ? db : db.until(AbortSignal.timeout(heldMs))
    return limited.begin(async (tx) => {
      await tx.unsafe(`set local lock_timeout = ${lockTimeoutMs}`)
      await work(tx)
    })
  })
}

/** Retries while another transaction holds a lock that the work needs, and a few times if the work was too slow. */
async function retry(name: string, signal: AbortSignal | undefined, work: () => Promise<unknown>) {
  const deadline = Date.now() + timeoutMs
  for (let slow = 0; ;) {
    try {
      await work()
      return
    } catch (error) {
      if (isLocked(error)) requireBefore(deadline, name)
      else if (isTooSlow(error)) requireFewer(++slow, name)
      else throw error
    }
    await wait(retryDelayMs, undefined, { signal })
  }
}

function isLocked(error: unknown) {
  return error instanceof Error && 'code' in error && error.code === '55P03'
}

function requireBefore(deadline: number, name: string) {
  if (Date.now() <= deadline) return
  throw new StartError(
    `The migration ${name} could not get a lock. End long transactions, such as a dump, and start again.`,
  )
}

function isTooSlow(error: unknown) {
  return error instanceof Error && error.name === 'TimeoutError'
}

function requireFewer(slow: number, name: string) {
  if (slow < maxSlow) return
  throw new StartError(
    `The migration ${name} would make the other servers wait for longer than ${heldMs / 1000} s. Stop them, and start again.`,
  )
}

/** These may take long, because others can read and write meanwhile. Most of them cannot run in a transaction. */
const gentle = /\bconcurrently\b|\bvalidate constraint\b/i

async function applyConcurrently(db: Db, migration: Migration, options: Options) {
  const statements = migration.sql.replace(/^\s*--.*$/gm, '').split(/;\s*$/m)
  for (const statement of statements.filter((each) => each.trim() !== '')) {
    if (gentle.test(statement)) await retry(migration.name, options.signal, () => build(db, statement))
    else await transact(db, migration, options, (tx) => tx.unsafe(statement))
  }
  await record(db, migration)
}

async function build(db: Db, statement: string) {
  if (!(await isBuilt(db, statement))) await db.unsafe(statement)
}

/** Whether the index that the statement creates exists. Drops an invalid index, whose build was interrupted. */
async function isBuilt(db: Db, statement: string) {
  const [, index] = /^create (?:unique )?index concurrently (\w+)/im.exec(statement) ?? []
  if (!index) return false
  const [found] = await db<{ isValid: boolean }[]>`
    select indisvalid as is_valid from pg_index where indexrelid = to_regclass(${index}::text)`
  if (found && !found.isValid) await db.unsafe(`drop index concurrently ${index}`)
  return found?.isValid === true
}

/**
 * Iterates over the table until a whole pass changes nothing: a row updated meanwhile may move to a block that the pass
 * has already visited.
 */
async function applyInBatches(db: Db, migration: Migration, options: Options) {
  let progress = await startProgress(db, migration)
  while (progress.nextBlock < progress.lastBlock) {
    const { nextBlock } = progress
    await transact(db, migration, options, (tx) => applyBatch(tx, migration, nextBlock))
    await wait(pauseMs, undefined, { signal: options.signal })
    progress = await readProgress(db, migration)
  }
  const { name } = migration
  await db.begin(async (tx) => {
    await tx`delete from migration_progress where name = ${name}`
    if (progress.changed === 0) await record(tx, migration)
  })
  if (progress.changed > 0) await applyInBatches(db, migration, options)
}

/** Changes the rows of one batch of blocks and stores the progress, in one transaction. */
async function applyBatch(tx: Tx, { name, sql }: Migration, from: number) {
  const to = from + blocksPerBatch
  const statement = sql.replaceAll('$from', `'(${from},0)'::tid`).replaceAll('$to', `'(${to},0)'::tid`)
  const [batch] = await tx.unsafe<{ count: number }[]>(`
    with changed as (${statement.trimEnd().replace(/;$/, '')} returning 1) select count(*)::int as count from changed`)
  await tx`
    update migration_progress set next_block = ${to}::bigint, changed = changed + ${batch!.count}::bigint
    where name = ${name}`
}

type Progress = { nextBlock: number; lastBlock: number; changed: number }

/** Starts at the first block, or where an interrupted migration stopped. */
async function startProgress(db: Db, migration: Migration) {
  await db`
    insert into migration_progress (name, next_block, last_block, changed)
    select ${migration.name}, 0, pg_relation_size(${migration.table!}::text::regclass) / current_setting('block_size')::int, 0
    on conflict (name) do nothing`
  return readProgress(db, migration)
}

async function readProgress(db: Db, { name }: Migration) {
  const [progress] = await db<Progress[]>`
    select next_block::float8 as next_block, last_block::float8 as last_block, changed::float8 as changed
    from migration_progress where name = ${name}`
  return progress!
}
