import { v7 as uuidv7 } from 'uuid'
import type { Db, Queryable, Tx } from '#server/database/database.ts'
import type { Query } from '#server/database/sql.ts'
import type { MailFailure } from './mailFailures.ts'

/** `manageUrl` is the page on which the recipient can turn these mails off. */
export type Letter = { subject: string; text: string; html: string; manageUrl?: string }

/** A mail of a conversation: its sender's name, its own id, those of the mails before it, and its headers. */
export type Threaded = {
  senderName: string
  messageId: string
  references: string[]
  headers: Record<string, string>
  /** Answers go here, and reports that the mail was not delivered. Without it, to the sender's own address. */
  answersTo?: string
  /** Notes what became of the mail. */
  onSent: () => Promise<unknown>
  onRefused: (failure: MailFailure) => Promise<unknown>
}
/** `aboutId` is the object that the mail is about. When that becomes invalid, the mail is dropped. */
export type Mail = Letter & { to: string; expiresAt: Date; aboutId?: string }
type Waiting = { id: string; to: string; aboutId: string | null; attempts: number; expiresAt: Date }
/** A mail with a purpose is written when it is sent. */
export type WaitingMail = Waiting & (({ purpose: null } & Letter) | { purpose: string })

/** Adds a mail to the outbox, in the transaction of the change that it reports. */
export async function queueMail(tx: Tx, { to, subject, text, html, expiresAt, aboutId }: Mail) {
  await tx`
    insert into mail_outbox (id, recipient, subject, text_body, html_body, expires_at, about_id)
    values (${uuidv7()}, ${to}, ${subject}, ${text}, ${html}, ${expiresAt}, ${aboutId ?? null})`
}

export type Unwritten = { to: string; purpose: string; hours: number; aboutId?: string }

/**
 * Queues a mail to be written when it is sent; it expires after `hours`. Does the same work for every address, so that
 * response times do not reveal which addresses have accounts.
 */
export async function queueUnwritten(db: Queryable, { to, purpose, hours, aboutId }: Unwritten) {
  await db`
    insert into mail_outbox (id, recipient, purpose, about_id, expires_at)
    values (${uuidv7()}, ${to}, ${purpose}, ${aboutId ?? null}, now() + make_interval(hours => ${hours}))`
}

/** Queues a mail to be written when it is sent, after `delaySeconds`. It expires `hours` later. */
export async function queueUnwrittenLater(tx: Tx, mail: Unwritten & { delaySeconds: number }) {
  const source = tx`(values (${mail.to}::text, ${mail.aboutId ?? null}::uuid)) queued(recipient, about_id)`
  await queueForEach(tx, source, mail)
}

/** Puts a mail that no server has taken yet off for `seconds` from now, but not beyond `latest`. */
export async function putOff(tx: Tx, { aboutId, seconds, latest }: { aboutId: string; seconds: number; latest: Date }) {
  await tx`
    update mail_outbox
    set next_attempt_at = least(${latest}::timestamptz, clock_timestamp() + make_interval(secs => ${seconds}::int))
    where about_id = ${aboutId} and attempts = 0`
}

/**
 * The last part of a statement: queues a mail, to be written when it is sent, for each row of `source`, which has the
 * columns `recipient` and `about_id`. It is sent after `delaySeconds` and expires `hours` later.
 */
export function queueForEach(
  db: Queryable,
  source: Query<unknown>,
  { purpose, delaySeconds, hours }: { purpose: string; delaySeconds: number; hours: number },
) {
  const from = db`clock_timestamp() + make_interval(secs => ${delaySeconds}::int)`
  return db`
    insert into mail_outbox (id, recipient, purpose, about_id, next_attempt_at, expires_at)
    select gen_random_uuid(), recipient, ${purpose}, about_id, ${from}, ${from} + make_interval(hours => ${hours}::int)
    from ${source}`
}

/** Deletes mails whose objects are no longer valid. */
export async function dropMailsAbout(tx: Tx, aboutIds: string[]) {
  await tx`delete from mail_outbox where about_id = any(${aboutIds}::uuid[])`
}

/**
 * Takes the next mail for this server alone, for `leaseSeconds`. After that, other servers assume that this one died, and
 * may take it.
 */
export async function takeNextMail(db: Db, leaseSeconds: number): Promise<WaitingMail | undefined> {
  const [mail] = await db<WaitingMail[]>`
    update mail_outbox set attempts = attempts + 1,
      next_attempt_at = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    where id = (
      select id from mail_outbox where next_attempt_at <= clock_timestamp() and expires_at > now()
      order by next_attempt_at limit 1 for update skip locked)
    returning id, recipient as "to", about_id, purpose, subject, text_body as text, html_body as html, expires_at,
      attempts`
  return mail
}

export async function removeMail(db: Db, { id }: Pick<WaitingMail, 'id'>) {
  await db`delete from mail_outbox where id = ${id}`
}

/** Schedules a retry after `pauseSeconds`. If undefined, the mail is never retried, but kept so that people see why. */
export async function putMailBack(db: Db, { id }: WaitingMail, pauseSeconds: number | undefined, failure: MailFailure) {
  const next =
    pauseSeconds === undefined ? db`'infinity'` : db`clock_timestamp() + make_interval(secs => ${pauseSeconds})`
  await db`
    update mail_outbox set last_error = ${failure}, is_refused = ${pauseSeconds === undefined},
      next_attempt_at = ${next}
    where id = ${id}`
}

/** Deletes expired mails, and returns how many were never sent. */
export async function dropExpiredMails(db: Db) {
  const { count } = await db`delete from mail_outbox where expires_at <= now()`
  return count
}
