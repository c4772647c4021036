import { z } from 'zod'
import { toEnquiryId } from '#contract/enquiries.ts'
import { limits } from '#contract/limits.ts'
import { type ListNotifications, type Notification, type NotificationKind } from '#contract/notifications.ts'
import { joinParticipant, participantOf, type ParticipantRow, toParticipant } from '#server/accounts/participants.ts'
import type { Db, Queryable } from '#server/database/database.ts'
import type { FileUrls } from '#server/documents/fileUrls.ts'
import type { Actor } from '#server/http/actor.ts'
import { invalid } from '#server/http/errors.ts'
import { kindsFor } from './kinds.ts'
import { newestReply } from './marking.ts'

type NotificationRow = {
  id: string
  kind: NotificationKind
  enquiryId: string
  enquiryNo: number
  summery: string
  by: ParticipantRow
  count: number
  at: Date
  micros: string
  isRead: boolean
}

export function toNotification(row: NotificationRow, urls: FileUrls): Notification {
  return {
    _id: row.id,
    kind: row.kind,
    by: toParticipant(row.by, urls),
    enquiry: { _id: row.enquiryId, enquiryId: toEnquiryId(row.enquiryNo), summery: row.summery },
    count: row.count,
    at: row.at.toISOString(),
    isRead: row.isRead,
  }
}

/** At most this many unread entries of replies are read to find the newest messages; the others follow as those are read. */
const maxOpen = 1000

/** A page of the actor's inbox, newest first. */
export async function listNotifications(db: Db, actor: Actor, { isRead, before }: ListNotifications) {
  const { size } = limits.notifications
  const { companyId, userId, ability } = actor
  const own = db`company_id = ${companyId} and user_id = ${userId} and in_inbox and kind = any(${kindsFor(ability)})`
  const isWanted = isRead === undefined ? db`true` : db`read_at is ${isRead ? db`not null` : db`null`}`
  const position = before === undefined ? undefined : fromCursor(before)
  const isBefore = position
    ? db`(at, id) < (timestamptz 'epoch' + ${position[0]}::bigint * interval '1 microsecond', ${position[1]}::uuid)`
    : db`true`
  const rows = await db<NotificationRow[]>`
    with open as materialized (
      select n.id, n.kind, n.enquiry_id, m.sender_id as by_id, m.seq - n.since_seq + 1 as count, m.created_at as at
      from (
        select id, kind, enquiry_id, since_seq from notification
        where ${own} and since_seq is not null and ${isRead !== true} order by at desc, id desc limit ${db.unsafe(String(maxOpen))}
      ) n cross join lateral (${newestReply(db, actor)}) m
    )
    select n.id, n.kind, n.enquiry_id, n.count, n.at, (extract(epoch from n.at) * 1000000)::bigint::text as micros, n.is_read,
      e.enquiry_no, e.summery, ${participantOf(db)} as by
    from (
      (select id, kind, enquiry_id, by_id, count, at, false as is_read from open
      where ${isBefore} order by at desc, id desc limit ${size + 1})
      union all
      (select id, kind, enquiry_id, by_id, count, at, read_at is not null from notification
      where ${own} and since_seq is null and ${isWanted} and ${isBefore} order by at desc, id desc limit ${size + 1})
    ) n
    cross join lateral (
      select enquiry_no, summery from enquiry where company_id = ${companyId} and id = n.enquiry_id limit 1
    ) e
    ${joinParticipant(db, db`${companyId}`, db`n.by_id`)}
    order by n.at desc, n.id desc limit ${size + 1}`
  const page = rows.slice(0, size)
  const last = rows.length > size ? page.at(-1) : undefined
  return { rows: page, next: last ? toCursor([last.micros, last.id]) : null }
}

/** The time stamp of a notification in microseconds since 1970, and its id. */
const Position = z.tuple([z.string().regex(/^\d{1,16}$/), z.guid()])
type Position = z.infer<typeof Position>

function toCursor(position: Position) {
  return Buffer.from(JSON.stringify(position)).toString('base64url')
}

function fromCursor(cursor: string): Position {
  try {
    return Position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw invalid({ before: 'before must be the next of a response with the same filter' })
  }
}

/** An expression: how many notifications of the actor are unread, up to the limit. */
export function countUnread(db: Queryable, { companyId, userId, ability }: Actor) {
  return db`(
    select count(*)::int from (
      select from notification
      where company_id = ${companyId} and user_id = ${userId} and in_inbox and read_at is null
        and kind = any(${kindsFor(ability)})
      limit ${db.unsafe(String(limits.notifications.unread))}
    ) unread)`
}

export async function findUnreadCount(db: Queryable, actor: Actor) {
  const [row] = await db<{ notifications: number }[]>`select ${countUnread(db, actor)} as notifications`
  return row!
}
