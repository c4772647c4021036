import type { Side } from '#contract/chat.ts'
import { toEnquiryId } from '#contract/enquiries.ts'
import { limits } from '#contract/limits.ts'
import type { NotificationKind } from '#contract/notifications.ts'
import type { MarkSeen, Unread } from '#contract/seen.ts'
import type { Db, Queryable, Tx } from '#server/database/database.ts'
import { waitsForAnybody } from '#server/enquiries/enquiryStore.ts'
import { announce } from '#server/events/eventStore.ts'
import type { Actor, Author, InCompany } from '#server/http/actor.ts'
import { notFound } from '#server/http/errors.ts'
import { announceMarked, closed, kindsSeen } from '#server/notifications/marking.ts'
import { countUnread } from '#server/notifications/notificationStore.ts'

type Person = Pick<Actor, 'companyId' | 'userId'>

/** Marks a thread as read by the actor up to a message. Throws 404 for a missing enquiry or one of another company. */
export async function markSeen(tx: Tx, actor: Actor, { enquiry, seq, side }: MarkSeen) {
  // The lock orders this mark and a concurrent message: neither would see the other.
  const [thread] = await tx<{ lastMessageSeq: number }[]>`
    select last_message_seq from enquiry where company_id = ${actor.companyId} and id = ${enquiry} for share`
  if (!thread) throw notFound('Enquiry')
  const last = thread.lastMessageSeq
  const read = Math.min(seq, last)
  const mark = { side, seq: read, last, follows: false, kinds: kindsSeen(side, read === last) }
  const unseen = await findUnseen(tx, actor, enquiry, mark)
  if (!unseen.inThread && !unseen.inInbox) return
  tx.send(tx`with ${advancedSeenMark(tx, actor, enquiry, mark)}`)
  if (unseen.inThread) announce(tx, actor, { subject: 'seen', id: enquiry })
  else announceMarked(tx, actor)
}

/** Whether this mark covers messages, a mention or notifications that the actor has not seen. */
async function findUnseen(tx: Tx, { companyId, userId }: Person, enquiryId: string, { side, seq, kinds }: Mark) {
  const [row] = await tx<{ inThread: boolean; inInbox: boolean }[]>`
    select ${side === 'host' ? tx`coalesce(s.host_seq, 0)` : tx`coalesce(s.customer_seq, 0)`} < ${seq}::int
        or ${side === 'host'}::boolean and coalesce(s.has_mention, false) as in_thread,
      exists (
        select from notification
        where company_id = ${companyId} and enquiry_id = ${enquiryId} and user_id = ${userId} and read_at is null
          and kind = any(${kinds})) as in_inbox
    from (values (1)) one left join seen s
      on s.company_id = ${companyId} and s.enquiry_id = ${enquiryId} and s.user_id = ${userId}`
  return row!
}

/**
 * The author of a message has read the thread and follows it from now on; for the other followers it is unread. The author
 * may have sent it from another page, or before the connection was lost, so mentions and assignments stay unread. A contact
 * has no seen mark here: `customer_thread` has theirs.
 */
export function markUnreadForFollowers(
  tx: Tx,
  author: Author,
  enquiryId: string,
  { side, seq }: { side: Side; seq: number },
) {
  const others = tx`
    update seen set is_unread = true
    where company_id = ${author.companyId} and enquiry_id = ${enquiryId} and user_id <> ${author.userId}
      and follows and not is_unread`
  if (author.isContact) return tx.send(others)
  const mark: Mark = { side, seq, last: seq, follows: true, kinds: ['reply'] }
  tx.send(tx`with others as (${others}), ${advancedSeenMark(tx, author, enquiryId, mark)}`)
}

type Mark = { side: Side; seq: number; last: number; follows: boolean; kinds: NotificationKind[] }

/** The rest of a statement after `with`. Also marks the notifications of these kinds as read. */
function advancedSeenMark(tx: Tx, person: Person, enquiryId: string, { side, seq, last, follows, kinds }: Mark) {
  const { companyId, userId } = person
  const ofEnquiry = tx`enquiry_id = ${enquiryId} and kind = any(${kinds})`
  const [customerSeq, hostSeq] = side === 'host' ? [0, seq] : [seq, 0]
  return tx`
    marked as (${closed(tx, person, ofEnquiry)})
    insert into seen as s (company_id, enquiry_id, user_id, customer_seq, host_seq, follows)
    values (${companyId}, ${enquiryId}, ${userId}, ${customerSeq}, ${hostSeq}, ${follows})
    on conflict (company_id, enquiry_id, user_id) do update set
      customer_seq = greatest(s.customer_seq, ${customerSeq}), host_seq = greatest(s.host_seq, ${hostSeq}),
      follows = s.follows or ${follows}, has_mention = s.has_mention and ${!kinds.includes('mention')},
      is_unread = (s.follows or ${follows}) and greatest(s.customer_seq, s.host_seq, ${seq}) < ${last}::int`
}

/** Makes a person follow an enquiry. The messages so far are unread unless the person has seen them. */
export function startFollowing(tx: Tx, { companyId, userId }: Person, enquiryId: string, lastMessageSeq: number) {
  tx.send(tx`
    insert into seen as s (company_id, enquiry_id, user_id, follows, is_unread)
    values (${companyId}, ${enquiryId}, ${userId}, true, ${lastMessageSeq > 0})
    on conflict (company_id, enquiry_id, user_id) do update set
      follows = true, is_unread = greatest(s.customer_seq, s.host_seq) < ${lastMessageSeq}::int`)
}

/** Makes people who are mentioned in a note follow the enquiry, which is unread for them until they have seen the note. */
export async function markMentioned(
  tx: Tx,
  companyId: string,
  { enquiryId, lastMessageSeq, userIds }: { enquiryId: string; lastMessageSeq: number; userIds: string[] },
) {
  await tx`
    insert into seen as s (company_id, enquiry_id, user_id, follows, is_unread, has_mention)
    select ${companyId}, ${enquiryId}, id, true, ${lastMessageSeq > 0}, true from unnest(${userIds}::uuid[]) as m(id) order by id
    on conflict (company_id, enquiry_id, user_id) do update set
      follows = true, is_unread = greatest(s.customer_seq, s.host_seq) < ${lastMessageSeq}::int, has_mention = true`
}

export function stopFollowing(tx: Tx, { companyId, userId }: Person, enquiryId: string) {
  tx.send(tx`
    update seen set follows = false, is_unread = false
    where company_id = ${companyId} and enquiry_id = ${enquiryId} and user_id = ${userId}`)
}

/** The last message that anyone has read in each seat. */
export async function findSeenBy(db: Queryable, { companyId }: InCompany, enquiryId: string) {
  const [row] = await db<{ customer: number; host: number }[]>`
    select greatest(max(customer_seq), (
        select seen_seq from customer_thread where company_id = ${companyId} and enquiry_id = ${enquiryId}
      ), 0) as customer,
      coalesce(max(host_seq), 0) as host
    from seen where company_id = ${companyId} and enquiry_id = ${enquiryId}`
  return row!
}

/** At most this many unread enquiries of a person are read to find the newest. */
const maxUnreadRead = 1000

/** Finds what is unread for the actor: enquiries they follow and unassigned ones that await a reply. */
export async function findUnread(db: Db | Tx, actor: Actor): Promise<Unread> {
  const [row] = await db<UnreadRow[]>`
    with waiting as (
      (${followed(db, actor)})
      ${actor.ability.can('answer', 'enquiry') ? db`union all (${unassignedUnread(db, actor)})` : db``}
    )
    select (select count(*)::int from waiting) as enquiries, ${countUnread(db, actor)} as notifications, newest.id, newest.enquiry_no, newest.at
    from (values (1)) one left join lateral (
      select w.id, w.enquiry_no, (
        select m.created_at from message m
        where m.company_id = ${actor.companyId} and m.enquiry_id = w.id and m.seq = w.unread_seq) as at
      from waiting w order by at desc nulls last limit 1
    ) newest on true`
  const { enquiries, notifications, id, enquiryNo, at } = row!
  return {
    enquiries: Math.min(enquiries, limits.unread),
    notifications,
    newest: id && at ? { _id: id, enquiryId: toEnquiryId(enquiryNo!), at: at.toISOString() } : null,
  }
}

type UnreadRow = {
  enquiries: number
  notifications: number
  id: string | null
  enquiryNo: number | null
  at: Date | null
}

/** `unread_seq` is null if only a mention is unread. */
function followed(db: Queryable, { companyId, userId, ability }: Actor) {
  const most = db.unsafe(String(maxUnreadRead))
  const unread = db`
    select enquiry_id, is_unread from seen where company_id = ${companyId} and user_id = ${userId} and is_unread limit ${most}`
  const mentioned = db`
    select enquiry_id, is_unread from seen where company_id = ${companyId} and user_id = ${userId} and has_mention limit ${most}`
  return db`
    select e.id, e.enquiry_no, case when s.is_unread then e.last_message_seq end as unread_seq
    from (
      (${unread}) ${ability.can('answer', 'enquiry') ? db`union (${mentioned})` : db``}
    ) s join enquiry e on e.company_id = ${companyId} and e.id = s.enquiry_id
    order by e.updated_at desc limit ${db.unsafe(String(limits.unread))}`
}

/**
 * Leaves out the enquiries that the person follows, which are counted already. A subquery looks up each seen mark in the
 * order of the index: PostgreSQL underestimates the rows of a join, and would sort all waiting enquiries.
 */
function unassignedUnread(db: Queryable, { companyId, userId }: Actor) {
  return db`
    select e.id, e.enquiry_no, e.last_message_seq as unread_seq
    from enquiry e
    where e.company_id = ${companyId} and ${waitsForAnybody(db)} and e.last_message_seq > coalesce((
      select case when s.follows or s.has_mention then e.last_message_seq else greatest(s.customer_seq, s.host_seq) end from seen s
      where s.company_id = e.company_id and s.enquiry_id = e.id and s.user_id = ${userId}), 0)
    order by e.updated_at desc, e.enquiry_no desc limit ${db.unsafe(String(limits.unread))}`
}
