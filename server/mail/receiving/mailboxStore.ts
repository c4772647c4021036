import type { Db, Tx } from '#server/database/database.ts'
import type { ReceptionFailure } from './receptionFailures.ts'

/** A server that reads a mailbox, by a random id. */
export type Reader = { mailbox: string; id: string }

/** Another server reads the mailbox now. */
export class LeaseLost extends Error {}

/** Takes the mailbox for this reader alone, or for longer. Returns false while another server reads it. */
export async function claimMailbox(db: Db, { mailbox, id }: Reader, leaseMs: number) {
  const until = db`clock_timestamp() + make_interval(secs => ${leaseMs / 1000})`
  const { count } = await db`
    insert into mailbox (name, leased_by, leased_until) values (${mailbox}, ${id}, ${until})
    on conflict (name) do update set leased_by = excluded.leased_by, leased_until = excluded.leased_until
    where mailbox.leased_by = excluded.leased_by or mailbox.leased_until < clock_timestamp()`
  return count > 0
}

export async function releaseMailbox(db: Db, { mailbox, id }: Reader) {
  await db`update mailbox set leased_until = '-infinity' where name = ${mailbox} and leased_by = ${id}`
}

/**
 * Compares the UIDVALIDITY of an opened mailbox, and returns the last UID that has been read. If it has changed, all UIDs
 * have (RFC 9051, 2.3.1.1), and the mailbox is read from its beginning. Throws LeaseLost.
 */
export async function startReading(db: Db, { mailbox, id }: Reader, uidValidity: number) {
  return db.begin(async (tx) => {
    const [row] = await tx<{ lastUid: number }[]>`
      update mailbox set uid_validity = ${uidValidity},
        last_uid = case when uid_validity = ${uidValidity} then last_uid else 0 end
      where name = ${mailbox} and leased_by = ${id}
      returning last_uid`
    if (!row) throw new LeaseLost()
    await tx`
      update incoming_mail set is_in_inbox = false
      where mailbox = ${mailbox} and is_in_inbox and uid_validity <> ${uidValidity}`
    return row.lastUid
  })
}

/** Records that the mailbox has been read up to this UID, and returns its UIDVALIDITY. Throws LeaseLost. */
export async function advanceMailbox(tx: Tx, { mailbox, id }: Reader, uid: number) {
  const [row] = await tx<{ uidValidity: number }[]>`
    update mailbox set last_uid = greatest(last_uid, ${uid}), succeeded_at = clock_timestamp(), failure = null
    where name = ${mailbox} and leased_by = ${id}
    returning uid_validity`
  if (!row) throw new LeaseLost()
  return row.uidValidity
}

/** The next stored mails that are still in the inbox: their UIDs. */
export async function findMailsToMove(db: Db, { mailbox }: Reader, count: number) {
  const rows = await db<{ uid: number }[]>`
    select uid from incoming_mail where mailbox = ${mailbox} and is_in_inbox order by uid limit ${count}`
  return rows.map(({ uid }) => uid)
}

export async function noteMoved(db: Db, { mailbox }: Reader, uids: number[]) {
  await db`
    update incoming_mail set is_in_inbox = false
    where mailbox = ${mailbox} and is_in_inbox and uid = any(${uids}::bigint[])`
}

/** Records a check of the whole mailbox. Throws LeaseLost. */
export async function noteSuccess(db: Db, { mailbox, id }: Reader) {
  const { count } = await db`
    update mailbox set succeeded_at = clock_timestamp(), failure = null where name = ${mailbox} and leased_by = ${id}`
  if (count === 0) throw new LeaseLost()
}

/** Does nothing if another server has taken the mailbox over. */
export async function noteFailure(db: Db, { mailbox, id }: Reader, failure: ReceptionFailure) {
  await db`update mailbox set failure = ${failure} where name = ${mailbox} and leased_by = ${id}`
}
