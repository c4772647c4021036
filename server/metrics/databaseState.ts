import { confirmationPurpose } from '#server/accounts/accountMailer.ts'
import { resetPurpose } from '#server/accounts/passwords/resetRoutes.ts'
import { unreadAnswerPurpose } from '#server/customers/incoming/unreadAnswer.ts'
import { customerMailPurpose } from '#server/customers/mails/customerMails.ts'
import type { Db, Tx } from '#server/database/database.ts'
import { mailboxNameOf } from '#server/mail/receiving/mailboxName.ts'
import { returnedPurpose } from '#server/mail/sentMails.ts'
import { notificationPurpose } from '#server/notifications/notifier.ts'

/** No query counts further, so that a scrape stays cheap with a million rows. */
const maxCounted = 10_000

/** Mails that were written when they were queued have no purpose. */
const purposes = [
  'account notice',
  confirmationPurpose,
  resetPurpose,
  notificationPurpose,
  customerMailPurpose,
  unreadAnswerPurpose,
  returnedPurpose,
]

export type DatabaseState = Awaited<ReturnType<typeof readDatabaseState>>

/** Reads the emails and jobs that wait in the database, for all servers together; ages in seconds. */
export function readDatabaseState(db: Db, imapUrl: string | undefined) {
  return db.begin(async (tx) => {
    const [emails, refused, jobs, received, mailboxAge] = await Promise.all([
      readWaitingEmails(tx),
      readRefusedEmails(tx),
      readJobs(tx),
      readReceivedEmails(tx),
      imapUrl === undefined ? undefined : readMailboxAge(tx, imapUrl),
    ])
    return {
      emails: purposes.map((purpose) => emailsFor(purpose, emails, refused)),
      jobs,
      received,
      mailboxAge,
    }
  })
}

type Waiting = { purpose: string; count: number; oldestAge: number | null }
type Refused = { purpose: string; count: number }

function emailsFor(purpose: string, waiting: Waiting[], refused: Refused[]) {
  const own = waiting.find((row) => row.purpose === purpose)
  return {
    purpose,
    waiting: own?.count ?? 0,
    oldestAge: own?.oldestAge ?? 0,
    refused: refused.find((row) => row.purpose === purpose)?.count ?? 0,
  }
}

/** Index: mail_outbox_next. A retry moves `next_attempt_at`, so the age of a mail that failed counts from its creation. */
function readWaitingEmails(tx: Tx) {
  return tx<Waiting[]>`
    select coalesce(purpose, ${purposes[0]}::text) as purpose, count(*)::int as count,
      max(extract(epoch from clock_timestamp() - case when attempts = 0 then next_attempt_at else created_at end))
        filter (where attempts > 0 or next_attempt_at <= clock_timestamp())::float8 as oldest_age
    from (
      select purpose, attempts, next_attempt_at, created_at from mail_outbox
      where next_attempt_at < 'infinity' order by next_attempt_at limit ${maxCounted}) waiting
    group by 1`
}

/** Index: mail_outbox_next. */
function readRefusedEmails(tx: Tx) {
  return tx<Refused[]>`
    select coalesce(purpose, ${purposes[0]}::text) as purpose, count(*)::int as count
    from (select purpose from mail_outbox where next_attempt_at = 'infinity' limit ${maxCounted}) refused
    group by 1`
}

type Jobs = { waiting: number; running: number; failing: number; oldestAge: number }

/** Index: job_unfinished. A failed batch puts its job off, so that one is `failing`. */
async function readJobs(tx: Tx) {
  const [jobs] = await tx<Jobs[]>`
    select count(*) filter (where not is_failing and not is_begun)::int as waiting,
      count(*) filter (where not is_failing and is_begun)::int as running,
      count(*) filter (where is_failing)::int as failing,
      coalesce(extract(epoch from clock_timestamp() - min(created_at)), 0)::float8 as oldest_age
    from (
      select created_at, not_before > now() as is_failing, worked_at > '-infinity' as is_begun from job
      where finished_at is null order by created_at limit ${maxCounted}) unfinished`
  return jobs!
}

/** Index: incoming_mail_due. */
async function readReceivedEmails(tx: Tx) {
  const [received] = await tx<{ count: number; oldestAge: number }[]>`
    select count(*)::int as count,
      coalesce(extract(epoch from clock_timestamp() - min(received_at)), 0)::float8 as oldest_age
    from (
      select received_at from incoming_mail
      where state = 'received' order by next_attempt_at limit ${maxCounted}) unfiled`
  return received!
}

/** Since the last check of the mailbox that succeeded, or since the first attempt. Undefined before that. */
async function readMailboxAge(tx: Tx, imapUrl: string) {
  const [row] = await tx<{ age: number }[]>`
    select extract(epoch from clock_timestamp() - coalesce(succeeded_at, started_at))::float8 as age from mailbox
    where name = ${mailboxNameOf(imapUrl)}`
  return row?.age
}
