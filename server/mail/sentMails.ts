import type { Db, Queryable, Tx } from '#server/database/database.ts'
import type { MailFailure } from './mailFailures.ts'
import { idsWithin } from './messageIds.ts'

/** Under this purpose, the outbox keeps mails that came back. No server sends them. */
export const returnedPurpose = 'returned'

/** A mail to a user that the mail server has accepted. */
export type SentMail = { id: string; recipient: string; purpose: string | null }

/** Moves a mail from the outbox to the mails that were sent. */
export async function noteSent(db: Db, id: string) {
  await db`
    with sent as (delete from mail_outbox where id = ${id} returning id, recipient, purpose, about_id)
    insert into sent_mail (id, recipient, purpose, about_id) select id, recipient, purpose, about_id from sent`
}

/**
 * The mail to a user that one of these Message-IDs, without brackets, names. A copy of it may arrive before it is
 * noted as sent.
 */
export async function findSent(db: Queryable, messageIds: string[], mailFrom: string): Promise<SentMail | undefined> {
  const ids = messageIds.map((messageId) => idsWithin(messageId, mailFrom)[0]).filter((id) => id !== undefined)
  if (ids.length === 0) return undefined
  const [sent] = await db<SentMail[]>`
    select id, recipient, purpose from sent_mail where id = any(${ids}::uuid[])
    union all
    select id, recipient, purpose from mail_outbox where id = any(${ids}::uuid[])
    limit 1`
  return sent
}

/** Notes that a mail was answered. Returns whether this is the first time. */
export async function noteAnswered(tx: Tx, { id }: SentMail) {
  const { count } = await tx`update sent_mail set answered_at = now() where id = ${id} and answered_at is null`
  return count > 0
}

/** Puts a mail that has come back among the refused ones, where owners and operators see it for 30 days. */
export async function noteReturned(tx: Tx, { id }: SentMail, failure: MailFailure) {
  await tx`
    with returned as (delete from sent_mail where id = ${id} returning id, recipient, about_id)
    insert into mail_outbox
      (id, recipient, about_id, purpose, attempts, is_refused, last_error, next_attempt_at, expires_at)
    select id, recipient, about_id, ${returnedPurpose}, 1, true, ${failure}, 'infinity', now() + interval '30 days'
    from returned`
}
