import type { Side } from '#contract/chat.ts'
import { limits } from '#contract/limits.ts'
import type { MarkSeen, Unread } from '#contract/seen.ts'
import type { Db, Queryable, Tx } from '#server/database/database.ts'
import { toEnquiryId, waitsForAnybody } from '#server/enquiries/enquiryStore.ts'
import { announce } from '#server/events/eventStore.ts'
import type { Actor } from '#server/http/actor.ts'
import { notFound } from '#server/http/errors.ts'

type Person = Pick<Actor, 'companyId' | 'userId'>

/** Marks a thread as read by the actor up to a message. Throws 404 for a missing enquiry or one of another company. */
export async function markSeen(tx: Tx, actor: Actor, { enquiry, seq, side }: MarkSeen) {
  // The lock orders this mark and a concurrent message: neither would see the other.
  const [thread] = await tx<{ lastMessageSeq: number }[]>`
    select last_message_seq from enquiry where company_id = ${actor.companyId} and id = ${enquiry} for share`
  if (!thread) throw notFound('Enquiry')
  const seen = Math.min(seq, thread.lastMessageSeq)
  if ((await findMark(tx, actor, enquiry, side)) >= seen) return
  await advanceSeenMark(tx, actor, enquiry, { side, seq: seen, last: thread.lastMessageSeq, follows: false })
  await announce(tx, actor, { subject: 'seen', id: enquiry })
}

/** The last message that the actor has read in this seat. */
async function findMark(tx: Tx, { companyId, userId }: Person, enquiryId: string, side: Side) {
  const [row] = await tx<{ customer: number; host: number }[]>`
    select customer_seq as customer, host_seq as host from seen
    where company_id = ${companyId} and enquiry_id = ${enquiryId} and user_id = ${userId}`
  return row?.[side] ?? 0
}

/** The author of a message has read the thread and follows it from now on; for the other followers it is unread. */
export async function markUnreadForFollowers(
  tx: Tx,
  actor: Person,
  enquiryId: string,
  { side, seq }: { side: Side; seq: number },
) {
  await tx`
    update seen set is_unread = true
    where company_id = ${actor.companyId} and enquiry_id = ${enquiryId} and user_id <> ${actor.userId}
      and follows and not is_unread`
  await advanceSeenMark(tx, actor, enquiryId, { side, seq, last: seq, follows: true })
}

type Mark = { side: Side; seq: number; last: number; follows: boolean }

async function advanceSeenMark(
  tx: Tx,
  { companyId, userId }: Person,
  enquiryId: string,
  { side, seq, last, follows }: Mark,
) {
  const [customerSeq, hostSeq] = side === 'host' ? [0, seq] : [seq, 0]
  await tx`
    insert into seen as s (company_id, enquiry_id, user_id, customer_seq, host_seq, follows)
    values (${companyId}, ${enquiryId}, ${userId}, ${customerSeq}, ${hostSeq}, ${follows})
    on conflict (company_id, enquiry_id, user_id) do update set
      customer_seq = greatest(s.customer_seq, ${customerSeq}), host_seq = greatest(s.host_seq, ${hostSeq}),
      follows = s.follows or ${follows},
      is_unread = (s.follows or ${follows}) and greatest(s.customer_seq, s.host_seq, ${seq}) < ${last}::int`
}

/** Makes a person follow an enquiry. The messages so far are unread unless the person has seen them. */
export async function startFollowing(tx: Tx, { companyId, userId }: Person, enquiryId: string, lastMessageSeq: number) {
  await tx`
    insert into seen as s (company_id, enquiry_id, user_id, follows, is_unread)
    values (${companyId}, ${enquiryId}, ${userId}, true, ${lastMessageSeq > 0})
    on conflict (company_id, enquiry_id, user_id) do update set
      follows = true, is_unread = greatest(s.customer_seq, s.host_seq) < ${lastMessageSeq}::int`
}

export async function stopFollowing(tx: Tx, { companyId, userId }: Person, enquiryId: string) {
  await tx`
    update seen set follows = false, is_unread = false
    where company_id = ${companyId} and enquiry_id = ${enquiryId} and user_id = ${userId}`
}

/** The last message that anyone has read in each seat. */
export async function findSeenBy(db: Queryable, { companyId }: Actor, enquiryId: string) {
  const [row] = await db<{ customer: number; host: number }[]>`
    select coalesce(max(customer_seq), 0) as customer, coalesce(max(host_seq), 0) as host
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
    select (select count(*)::int from waiting) as enquiries, newest.id, newest.enquiry_no, newest.at
    from (values (1)) one left join lateral (
      select w.id, w.enquiry_no, (
        select m.created_at from message m
        where m.company_id = ${actor.companyId} and m.enquiry_id = w.id and m.seq = w.last_message_seq) as at
      from waiting w order by at desc nulls last limit 1
    ) newest on true`
  const { enquiries, id, enquiryNo, at } = row!
  return {
    enquiries: Math.min(enquiries, limits.unread),
    newest: id && at ? { _id: id, enquiryId: toEnquiryId(enquiryNo!), at: at.toISOString() } : null,
  }
}

type UnreadRow = { enquiries: number; id: string | null; enquiryNo: number | null; at: Date | null }

function followed(db: Queryable, { companyId, userId }: Actor) {
  return db`
    select e.id, e.enquiry_no, e.last_message_seq
    from (
      select enquiry_id from seen where company_id = ${companyId} and user_id = ${userId} and is_unread
      limit ${db.unsafe(String(maxUnreadRead))}
    ) s join enquiry e on e.company_id = ${companyId} and e.id = s.enquiry_id
    order by e.updated_at desc limit ${db.unsafe(String(limits.unread))}`
}

/**
 * Leaves out the enquiries that the person follows, which are counted already. A subquery looks up each seen mark in the
 * order of the index: PostgreSQL underestimates the rows of a join, and would sort all waiting enquiries.
 */
function unassignedUnread(db: Queryable, { companyId, userId }: Actor) {
  return db`
    select e.id, e.enquiry_no, e.last_message_seq
    from enquiry e
    where e.company_id = ${companyId} and ${waitsForAnybody(db)} and e.last_message_seq > coalesce((
      select case when s.follows then e.last_message_seq else greatest(s.customer_seq, s.host_seq) end from seen s
      where s.company_id = e.company_id and s.enquiry_id = e.id and s.user_id = ${userId}), 0)
    order by e.updated_at desc, e.enquiry_no desc limit ${db.unsafe(String(limits.unread))}`
}
