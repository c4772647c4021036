import type { Queryable, Tx } from '#server/database/database.ts'
import { fromLsn, type Position, toLsn, toPosition } from './position.ts'

/** Which database of which cluster it is; a replica has the same. `position` is that of the primary when it was asked. */
export type Primary = { systemIdentifier: string; databaseOid: number; position: Position }

const identity = (db: Queryable) => db`
  (select system_identifier::text from pg_control_system()) as system_identifier,
  (select oid from pg_database where datname = current_database()) as database_oid`

export async function readPrimary(db: Queryable): Promise<Primary> {
  const [row] = await db<{ systemIdentifier: string; databaseOid: number; lsn: string; walFile: string }[]>`
    select ${identity(db)}, pg_current_wal_insert_lsn() as lsn, pg_walfile_name(pg_current_wal_insert_lsn()) as wal_file`
  const { systemIdentifier, databaseOid, ...at } = row!
  return { systemIdentifier, databaseOid, position: toPosition(at) }
}

/** A replica is of no use for the reason that the message states. */
export class UnsuitableReplica extends Error {}

/** How far a replica of the primary has replayed its log. Throws an UnsuitableReplica if it is no replica of it. */
export async function readReplayed(db: Queryable, primary: Primary) {
  const [row] = await db<{ systemIdentifier: string; databaseOid: number; replayed: string | null }[]>`
    select ${identity(db)}, case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end as replayed`
  const { systemIdentifier, databaseOid, replayed } = row!
  if (replayed === null) throw new UnsuitableReplica('READ_DATABASE_URL is not a replica: it is not in recovery')
  if (systemIdentifier !== primary.systemIdentifier)
    throw new UnsuitableReplica('READ_DATABASE_URL is a replica of another cluster than that of DATABASE_URL')
  if (databaseOid !== primary.databaseOid)
    throw new UnsuitableReplica('READ_DATABASE_URL is another database of the cluster than DATABASE_URL')
  return toLsn(replayed)
}

/** The replica lacks something that the caller must see. */
export class Outdated extends Error {}

/**
 * Prepares a transaction on a replica that only reads, and throws unless it sees what was written up to `mustSee`. This is
 * asked in each transaction, because an address can lead to another server at any time, and a replica that has restarted
 * may have replayed less than before. A lock is not worth waiting for, because the primary does not have it.
 */
export async function requireCurrent(tx: Tx, { systemIdentifier }: Primary, { timeline, lsn }: Position) {
  const [row] = await tx<{ isCurrent: boolean | null }[]>`
    select set_config('transaction_read_only', 'on', true), set_config('lock_timeout', '100ms', true),
      pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${fromLsn(lsn)}::pg_lsn
        and (select timeline_id from pg_control_checkpoint()) = ${timeline}::int
        and (select system_identifier::text from pg_control_system()) = ${systemIdentifier}::text as is_current`
  if (!row!.isCurrent) throw new Outdated()
}
