import type { Db, Tx } from '#server/database/database.ts'

/** The key of an advisory lock: shared for the removal of files, exclusive for a backup. */
export const removalLock = 4_170_932

/**
 * Runs `work` unless a backup is being made, which could still need the files that `work` removes. Returns whether it ran.
 */
export async function outsideBackups(db: Db, work: (tx: Tx) => Promise<unknown>) {
  return db.begin(async (tx) => {
    const [lock] = await tx<{ isFree: boolean }[]>`select pg_try_advisory_xact_lock_shared(${removalLock}) as is_free`
    // `work` may spend a while on the storage, without a statement.
    if (lock!.isFree) await tx`set local idle_in_transaction_session_timeout = 0`
    if (lock!.isFree) await work(tx)
    return lock!.isFree
  })
}
