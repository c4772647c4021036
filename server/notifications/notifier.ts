import { type NotificationKind, usualChoices } from '#contract/notifications.ts'
import type { Tx } from '#server/database/database.ts'
import type { Query } from '#server/database/sql.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { queueForEach } from '#server/mail/mailStore.ts'
import { rolesFor } from './kinds.ts'

/** The mailer finds the function that writes the letters under this name. */
export const notificationPurpose = 'notification'

/** Replies, and the batches of a bulk change, are gathered for this long before their mail is sent. */
const gatherSeconds = 120
/** Mails survive an outage of the mail server of this length. */
const retryHours = 24

type By = { companyId: string; userId: string }
type Notice = {
  kind: NotificationKind
  enquiryId: string
  count?: number
  sinceSeq?: number
  noteId?: string
  jobId?: string
}

/**
 * Adds entries to people's inboxes and queues their mails, in the transaction of the event. People are not notified of what
 * they do themselves, and people without an inbox entry or a mail for this kind of event get no row.
 */
export class Notifier {
  constructor(private readonly mailer: Pick<Mailer, 'isOn' | 'wake'>) {}

  /** Call this after the transaction of a mention or an assignment has committed. */
  wake() {
    this.mailer.wake()
  }

  /**
   * Notifies the followers of an enquiry of its newest message. The transaction must have locked the enquiry. Followers who
   * have an unread entry of replies are skipped, because that entry covers this message already.
   */
  reportMessage(tx: Tx, by: By, { enquiryId, seq }: { enquiryId: string; seq: number }) {
    // `except` hashes both sides. An anti-join compares each pair when PostgreSQL expects few rows.
    const followers = tx`
      select user_id as id from seen
      where company_id = ${by.companyId} and enquiry_id = ${enquiryId} and follows
      except
      select user_id from notification
      where company_id = ${by.companyId} and enquiry_id = ${enquiryId} and since_seq is not null`
    this.#add(tx, by, { kind: 'reply', enquiryId, sinceSeq: seq }, followers)
  }

  reportMentions(tx: Tx, by: By, { userIds, ...note }: { enquiryId: string; noteId: string; userIds: string[] }) {
    this.#add(tx, by, { kind: 'mention', ...note }, tx`select unnest(${userIds}::uuid[]) as id`)
  }

  /** A new assignment replaces an unread earlier one of the same enquiry to the same person. */
  reportAssignment(tx: Tx, by: By, { enquiryId, assigneeId }: { enquiryId: string; assigneeId: string }) {
    withdrawAssignment(tx, { companyId: by.companyId, userId: assigneeId }, enquiryId)
    this.#add(tx, by, { kind: 'assignment', enquiryId }, tx`select ${assigneeId}::uuid as id`)
  }

  /**
   * Adds the enquiries that a batch of a bulk change has assigned to the one entry of that change, which is unread again if
   * the person has read it between two batches.
   */
  async reportBatch(
    tx: Tx,
    by: By,
    { assigneeId, ...batch }: { jobId: string; assigneeId: string; enquiryId: string; count: number },
  ) {
    const { count: joined } = await tx`
      update notification set count = count + ${batch.count}, at = clock_timestamp(), read_at = null
      where company_id = ${by.companyId} and job_id = ${batch.jobId} and user_id = ${assigneeId}`
    if (joined > 0) return
    this.#add(tx, by, { kind: 'assignment', ...batch }, tx`select ${assigneeId}::uuid as id`)
  }

  /** Takes enquiries off the entry of a bulk change as they are given back, and with the last one the entry. */
  async takeBack(tx: Tx, companyId: string, jobId: string, count: number) {
    await tx`
      with fewer as (
        update notification set count = count - ${count}::int
        where company_id = ${companyId} and job_id = ${jobId} and count > ${count}::int
      )
      delete from notification where company_id = ${companyId} and job_id = ${jobId} and count <= ${count}::int`
  }

  /** Inserts in the order of the people, so that two transactions cannot deadlock. */
  #add(tx: Tx, { companyId, userId }: By, notice: Notice, people: Query<unknown>) {
    const { kind, enquiryId, count = 1, sinceSeq = null, noteId = null, jobId = null } = notice
    const { inbox, mail } = usualChoices[kind]
    // Not after the message itself, because marking all as read stops at the time of the newest message on the screen.
    const at = sinceSeq === null ? tx`clock_timestamp()` : tx`now()`
    const isGathered = sinceSeq !== null || jobId !== null
    tx.send(tx`
      with recipient as (
        select u.id, u.email, u.in_inbox, u.is_mailed from (${people}) p cross join lateral (
          select id, email,
            coalesce((notification_choices -> ${kind}::text ->> 'inbox')::boolean, ${inbox}::boolean) as in_inbox,
            coalesce((notification_choices -> ${kind}::text ->> 'mail')::boolean, ${mail}::boolean)
              and email_confirmed_at is not null and ${this.mailer.isOn}::boolean as is_mailed
          from app_user
          where company_id = ${companyId} and id = p.id and id <> ${userId} and deactivated_at is null
            and role = any(${rolesFor(kind)}) limit 1
        ) u
      ), added as (
        insert into notification
          (company_id, user_id, kind, enquiry_id, by_id, count, at, since_seq, note_id, job_id, in_inbox)
        select ${companyId}, id, ${kind}, ${enquiryId}, ${userId}, ${count}, ${at}, ${sinceSeq}::int, ${noteId}::uuid,
          ${jobId}::uuid, in_inbox
        from recipient where in_inbox or is_mailed order by id
        on conflict do nothing
        returning id, user_id
      ), mailed as (
        select r.email as recipient, a.id as about_id from added a join recipient r on r.id = a.user_id where r.is_mailed
      )
      ${queueForEach(tx, tx`mailed`, {
        purpose: notificationPurpose,
        delaySeconds: isGathered ? gatherSeconds : 0,
        hours: retryHours,
      })}`)
  }
}

/** Removes the unread notification of an assignment that no longer applies. The transaction must have locked the enquiry. */
export function withdrawAssignment(tx: Tx, { companyId, userId }: By, enquiryId: string) {
  tx.send(tx`
    delete from notification
    where company_id = ${companyId} and enquiry_id = ${enquiryId} and user_id = ${userId}
      and read_at is null and kind = 'assignment' and job_id is null`)
}
