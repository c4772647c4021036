import type { Side } from '#contract/chat.ts'
import type { MarkNotifications, NotificationKind } from '#contract/notifications.ts'
import type { Db, Queryable, Tx } from '#server/database/database.ts'
import type { Query } from '#server/database/sql.ts'
import { announce } from '#server/events/eventStore.ts'
import type { Actor } from '#server/http/actor.ts'
import { notFound } from '#server/http/errors.ts'
import { kindsFor } from './kinds.ts'

type Person = Pick<Actor, 'companyId' | 'userId'>

/** Marking all as read takes this many at a time, because people who write in their enquiries wait meanwhile. */
const batchSize = 500

/** The kinds that a person has seen after reading an enquiry from a seat. Replies only if they have read to the end. */
export function kindsSeen(side: Side, isAtEnd: boolean): NotificationKind[] {
  return [...(side === 'host' ? (['mention', 'assignment'] as const) : []), ...(isAtEnd ? (['reply'] as const) : [])]
}

/** The newest message of an unread entry of replies, `n`. */
export function newestReply(db: Queryable, { companyId, userId }: Person) {
  return db`
    select m.seq, m.sender_id, m.created_at, m.message from message m
    where m.company_id = ${companyId} and m.enquiry_id = n.enquiry_id and m.seq >= n.since_seq
      and m.sender_id <> ${userId}
    order by m.seq desc limit 1`
}

/**
 * A statement, or a part of one: marks those unread notifications of a person as read to which `which` applies, except
 * replies in threads with a newer message than `upTo`. With null as `readAt`, they stay unread, but later replies no longer
 * join them. The transaction must have locked their enquiries: otherwise a
 * concurrent message would rely on an entry that is being closed. The rows are locked in a fixed order, because another
 * device of the person may do the same.
 */
export function closed(
  db: Queryable,
  person: Person,
  which: Query<unknown>,
  { upTo = db`'infinity'`, readAt = db`clock_timestamp()` }: { upTo?: Query<unknown>; readAt?: Query<unknown> } = {},
) {
  return db`
    update notification r set read_at = ${readAt}, since_seq = null, count = coalesce(u.count, r.count),
      by_id = coalesce(u.by_id, r.by_id), at = coalesce(u.at, r.at)
    from (
      select n.id, m.seq - n.since_seq + 1 as count, m.sender_id as by_id, m.created_at as at
      from (
        select id, enquiry_id, since_seq from notification
        where company_id = ${person.companyId} and user_id = ${person.userId} and read_at is null and ${which}
        order by id for no key update
      ) n left join lateral (${newestReply(db, person)}) m on true
      where m.seq is null or m.created_at < ${upTo}
    ) u
    where r.company_id = ${person.companyId} and r.id = u.id`
}

/** Marks notifications as the actor asks. Throws 404 for one that is not theirs. */
export async function markNotifications(db: Db, actor: Actor, input: MarkNotifications) {
  if ('upTo' in input) return markUpTo(db, actor, new Date(input.upTo))
  return db.beginFor(actor.companyId, async (tx) => {
    if ((await markOne(tx, actor, input)) > 0) announceMarked(tx, actor)
  })
}

/** A notification that is marked as unread again stands alone: later replies do not join it. */
async function markOne(tx: Tx, actor: Actor, { id, isRead }: { id: string; isRead: boolean }) {
  const { companyId, userId } = actor
  const [locked] = await tx`
    select 1 from notification n join enquiry e on e.company_id = n.company_id and e.id = n.enquiry_id
    where n.company_id = ${companyId} and n.id = ${id} and n.user_id = ${userId} and n.in_inbox
      and n.kind = any(${kindsFor(actor.ability)}) for share of e`
  if (!locked) throw notFound('Notification')
  const { count } = isRead
    ? await closed(tx, actor, tx`id = ${id}`)
    : await tx`
        update notification set read_at = null
        where company_id = ${companyId} and id = ${id} and read_at is not null`
  return count
}

type Place = { at: string; id: string }

async function markUpTo(db: Db, actor: Actor, upTo: Date) {
  // Responses have milliseconds, and rows have microseconds.
  const end = new Date(upTo.getTime() + 1)
  let place: Place | undefined
  do {
    place = await db.beginFor(actor.companyId, (tx) => markBatch(tx, actor, end, place))
  } while (place)
}

/** Marks the next notifications before `end`, newest first, and returns where to continue. */
async function markBatch(tx: Tx, actor: Actor, end: Date, after: Place | undefined): Promise<Place | undefined> {
  const { companyId, userId, ability } = actor
  const rows = await tx<(Place & { enquiryId: string })[]>`
    select id, at::text, enquiry_id from notification
    where company_id = ${companyId} and user_id = ${userId} and in_inbox and read_at is null and at < ${end}
      and kind = any(${kindsFor(ability)}) ${after ? tx`and (at, id) < (${after.at}::timestamptz, ${after.id}::uuid)` : tx``}
    order by at desc, id desc limit ${batchSize}`
  if (rows.length === 0) return undefined
  const enquiries = rows.map(({ enquiryId }) => enquiryId)
  await lockEnquiries(tx, companyId, enquiries)
  const ids = rows.map(({ id }) => id)
  const { count } = await closed(tx, actor, tx`id = any(${ids}::uuid[])`, { upTo: tx`${end}::timestamptz` })
  if (count > 0) announceMarked(tx, actor)
  return rows.length === batchSize ? rows.at(-1) : undefined
}

/** In the order in which bulk changes lock them, which withdraw several assignments. */
async function lockEnquiries(tx: Tx, companyId: string, ids: string[]) {
  await tx`
    select 1 from enquiry where company_id = ${companyId} and id = any(${ids}::uuid[]) order by enquiry_no for share`
}

/** Ends a person's unread entries of replies, so that the next reply in each thread adds an entry. They stay unread. */
export async function endReplies(db: Db, person: Person) {
  let ended
  do {
    ended = await db.beginFor(person.companyId, (tx) => endBatch(tx, person))
  } while (ended === batchSize)
}

async function endBatch(tx: Tx, person: Person) {
  const { companyId, userId } = person
  const rows = await tx<{ id: string; enquiryId: string }[]>`
    select id, enquiry_id from notification
    where company_id = ${companyId} and user_id = ${userId} and kind = 'reply' and since_seq is not null
    order by at desc limit ${batchSize}`
  const ids = rows.map(({ id }) => id)
  await lockEnquiries(
    tx,
    companyId,
    rows.map(({ enquiryId }) => enquiryId),
  )
  await closed(tx, person, tx`id = any(${ids}::uuid[])`, { readAt: tx`null` })
  return rows.length
}

/**
 * Informs the person's other devices. The subject is an old one, because a page of an older version would fail on a new one.
 */
export function announceMarked(tx: Tx, actor: Person) {
  announce(tx, actor, { subject: 'seen', id: actor.userId })
}
