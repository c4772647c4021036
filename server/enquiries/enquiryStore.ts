import type { Side } from '#contract/chat.ts'
import {
  type Enquiry,
  type EnquiryStatus,
  type EnquirySummary,
  type Requester,
  toEnquiryId,
} from '#contract/enquiries.ts'
import { joinParticipant, participantOf, type ParticipantRow, toParticipant } from '#server/accounts/participants.ts'
import type { Db, Queryable, Tx } from '#server/database/database.ts'
import { type DocumentRow, toEnquiryDocument } from '#server/documents/documents.ts'
import type { FileUrls } from '#server/documents/fileUrls.ts'
import { stretchOf } from '#server/enquiries/list/stretches.ts'
import type { Actor, InCompany } from '#server/http/actor.ts'

export type EnquiryRow = {
  id: string
  companyId: string
  enquiryNo: number
  enquiryType: string
  summery: string
  description: string
  comments: string
  status: EnquiryStatus
  version: number
  lastMessageSeq: number
  documentCount: number
  assigneeId: string | null
  waitingSince: Date | null
  rating: number | null
  createdBy: string
  createdAt: Date
  updatedAt: Date
  awaitsAnswer: boolean
}

/** The columns of an EnquiryRow, from the alias `e`. */
export function enquiryColumns(db: Queryable) {
  return db`
    e.id, e.company_id, e.enquiry_no, e.enquiry_type, e.summery, e.description, e.comments, e.status, e.version,
    e.last_message_seq, e.document_count, e.assignee_id, e.waiting_since, e.rating, e.created_by, e.created_at,
    e.updated_at, e.awaits_answer`
}

export type EnquiryView = EnquiryRow & {
  requester: ParticipantRow
  assigneeName: string | null
  assigneePicture: string | null
  unread: number
  documents: DocumentRow[]
}

export function toEnquiry(row: EnquiryView, urls: FileUrls): Enquiry {
  return {
    _id: row.id,
    enquiryId: toEnquiryId(row.enquiryNo),
    enquiryType: row.enquiryType,
    summery: row.summery,
    description: row.description,
    comments: row.comments,
    enquiryStatus: row.status,
    documents: row.documents.map((document) => toEnquiryDocument(document, urls)),
    user: toParticipant(row.requester, urls),
    host: row.companyId,
    version: row.version,
    messageCount: row.lastMessageSeq,
    assignee: row.assigneeId
      ? { _id: row.assigneeId, name: row.assigneeName!, profilePic: urls.picture(row.assigneePicture) }
      : null,
    waitingSince: row.status === 'closed' ? null : (row.waitingSince?.toISOString() ?? null),
    rating: row.rating,
    unread: row.unread,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/**
 * Selects enquiries as the actor sees them from `source`, which calls them `e`, with `more` columns. Lateral joins look up
 * the related rows of each enquiry: a generic plan would join all enquiries with all people.
 */
export function view(db: Queryable, actor: Actor, source = db`enquiry e`, more = db`null as nothing`) {
  return db`
    select ${enquiryColumns(db)}, ${more}, ${participantOf(db)} as requester,
      a.name as assignee_name, a.picture_sha256 as assignee_picture, ${unread(db, actor)} as unread,
      coalesce(d.documents, '[]') as documents
    from ${source}
    ${joinParticipant(db, db`e.company_id`, db`e.created_by`)}
    left join lateral (
      select name, picture_sha256 from app_user where company_id = e.company_id and id = e.assignee_id limit 1
    ) a on true
    ${joinSeenMark(db, actor)}
    left join lateral (
      select jsonb_agg(jsonb_build_object('id', d.id, 'name', d.name, 'type', d.type, 'size', d.size,
        'width', d.width, 'height', d.height, 'sha256', d.sha256) order by d.position) as documents
      from document d where d.company_id = e.company_id and d.enquiry_id = e.id and e.document_count > 0
    ) d on true`
}

/** Joins the enquiry of each number in `table`, one lookup per number. */
export function joinEach(db: Queryable, { companyId }: Actor, table: 'page' | 'found') {
  return db`
    cross join lateral (
      select ${enquiryColumns(db)} from enquiry e
      where e.company_id = ${companyId} and e.enquiry_no = ${db(table)}.enquiry_no limit 1
    ) e`
}

/** Joins what the actor has seen of each enquiry `e` as `s`. */
function joinSeenMark(db: Queryable, { userId }: Actor) {
  return db`
    left join lateral (
      select follows, customer_seq, host_seq, has_mention from seen
      where company_id = e.company_id and enquiry_id = e.id and user_id = ${userId} limit 1
    ) s on true`
}

/**
 * Messages are unread for followers; in an unassigned enquiry that awaits a reply, for everyone who may answer. An unseen
 * mention makes an enquiry unread, too.
 */
function unread(db: Queryable, { ability }: Actor) {
  if (!ability.can('read', 'acl-page')) return db`0`
  const count = db`e.last_message_seq - coalesce(greatest(s.customer_seq, s.host_seq), 0)`
  if (!ability.can('answer', 'enquiry')) return db`case when s.follows then ${count} else 0 end`
  return db`greatest(case when s.follows or ${waitsForAnybody(db)} then ${count} else 0 end, s.has_mention::int)`
}

/** The same enquiries, with what is unread in each for the actor, whoever has read them before. */
export async function withOwnUnread<Row extends EnquiryView>(db: Queryable, actor: Actor, rows: Row[]): Promise<Row[]> {
  if (rows.length === 0) return rows
  const found = await db<{ enquiryNo: number; unread: number }[]>`
    select e.enquiry_no, ${unread(db, actor)} as unread
    from unnest(${rows.map(({ enquiryNo }) => enquiryNo)}::bigint[]) as page(enquiry_no)
    ${joinEach(db, actor, 'page')} ${joinSeenMark(db, actor)}`
  const unreadOf = new Map(found.map((row) => [row.enquiryNo, row.unread]))
  return rows.map((row) => ({ ...row, unread: unreadOf.get(row.enquiryNo) ?? 0 }))
}

/** The condition of the partial index enquiry_waits_for_anybody, word for word. */
export function waitsForAnybody(db: Queryable) {
  return db`(e.assignee_id is null and e.awaits_answer and e.status <> 'closed' and e.last_message_seq > 0)`
}

export async function findEnquiry(db: Queryable, actor: Actor, id: string): Promise<EnquiryView | undefined> {
  const [row] = await db<EnquiryView[]>`
    ${view(db, actor)} where e.company_id = ${actor.companyId} and e.id = ${id}`
  return row
}

/** Whether the actor's company has an enquiry with this id. */
export async function isEnquiry(db: Db, { companyId }: Actor, id: string) {
  const [row] = await db`select 1 from enquiry where company_id = ${companyId} and id = ${id}`
  return row !== undefined
}

export async function summariseEnquiries(db: Queryable, { companyId }: Actor): Promise<EnquirySummary> {
  const [counts, types, assignees] = await Promise.all([
    db<
      { status: EnquiryStatus; count: number }[]
    >`select status, count from enquiry_count where company_id = ${companyId}`,
    db<
      { name: string }[]
    >`select name from enquiry_type where company_id = ${companyId} order by used desc, name limit 50`,
    db<Requester[]>`
      select id as _id, name from app_user
      where company_id = ${companyId} and id in (
        select assignee_id from assignee_count where company_id = ${companyId} and count > 0)
      order by lower(name), id`,
  ])
  const byStatus = { open: 0, 'in-progress': 0, inReview: 0, onHold: 0, closed: 0 }
  for (const { status, count } of counts) byStatus[status] = count
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  return { total, byStatus, types: types.map(({ name }) => name), assignees }
}

/** The number of a new enquiry, and the moment of its creation. */
export type TakenNumber = { enquiryNo: number; createdAt: Date }

/** The company's next number, with a moment in the same order. The company's row stays locked until the transaction ends. */
export async function takeNumber(tx: Tx, { companyId }: InCompany): Promise<TakenNumber> {
  const [taken] = await tx<TakenNumber[]>`
    update company set last_enquiry_no = last_enquiry_no + 1 where id = ${companyId}
    returning last_enquiry_no as enquiry_no, clock_timestamp() as created_at`
  return taken!
}

export function insertEnquiry(tx: Tx, row: EnquiryRow) {
  tx.send(tx`
    with typed as (
      insert into enquiry_type as t (company_id, name) values (${row.companyId}, ${row.enquiryType})
      on conflict (company_id, name) do update set used = t.used + 1
    )
    insert into enquiry ${tx(row)}`)
}

export type LockedEnquiry = EnquiryRow & { lockedAt: Date }

/** Loads an enquiry and locks it until the transaction ends. `lockedAt` is in the order in which others have changed it. */
export async function lockEnquiry(tx: Tx, { companyId }: InCompany, id: string): Promise<LockedEnquiry | undefined> {
  // If another transaction has changed the row meanwhile, PostgreSQL reads it, and the clock, again once it has the lock.
  const [row] = await tx<LockedEnquiry[]>`
    select ${enquiryColumns(tx)}, clock_timestamp() as locked_at from enquiry e
    where e.company_id = ${companyId} and e.id = ${id} for no key update`
  return row
}

export function changeEnquiryRow(
  tx: Tx,
  { companyId, id }: EnquiryRow,
  changes: Pick<EnquiryRow, 'comments' | 'status' | 'assigneeId'>,
) {
  tx.send(tx`
    update enquiry set ${tx(changes)}, version = version + 1, updated_at = now()
    where company_id = ${companyId} and id = ${id}`)
}

/** A statement, or a part of one: counts a new message of a locked enquiry. Without a side, it does not change who has to answer. */
export function countMessage(tx: Tx, { companyId, id }: EnquiryRow, seq: number, side: Side | null) {
  // A closed enquiry keeps its old moment in case the closing is undone; a new message starts the wait again.
  const since = tx`coalesce(case when status <> 'closed' then waiting_since end, clock_timestamp())`
  const waiting =
    side && tx`awaits_answer = ${side === 'customer'}, waiting_since = ${side === 'customer' ? since : tx`null`},`
  return tx`
    update enquiry set ${waiting ?? tx``} last_message_seq = ${seq}, updated_at = now()
    where company_id = ${companyId} and id = ${id}`
}

/** An enquiry that enters a status or, with `by` -1, leaves it. */
export type CountChange = { enquiryNo: number; status: EnquiryStatus; by: 1 | -1 }

/** Adjusts the kept totals by status and by stretch, at the end of the transaction. */
export function adjustCounts(tx: Tx, companyId: string, changes: CountChange[]) {
  tx.sendLast(tx`
    select count_enquiries(${companyId}, ${changes.map(({ enquiryNo }) => stretchOf(enquiryNo))}::int[],
      ${changes.map(({ status }) => status)}::text[], ${changes.map(({ by }) => by)}::int[])`)
}

/** An enquiry in a status that is assigned to someone or, with `by` -1, unassigned. Unassigned enquiries are not counted. */
export type AssigneeCountChange = { assigneeId: string | null; status: EnquiryStatus; by: 1 | -1 }

/**
 * Adjusts the totals of each assignee, at the end of the transaction. The unassigned total is the rest of the company's total.
 */
export function adjustAssigneeCounts(tx: Tx, companyId: string, changes: AssigneeCountChange[]) {
  const sums = new Map<string, { assigneeId: string; status: EnquiryStatus; more: number }>()
  for (const { assigneeId, status, by } of changes) {
    if (assigneeId === null) continue
    const key = `${assigneeId} ${status}`
    sums.set(key, { assigneeId, status, more: (sums.get(key)?.more ?? 0) + by })
  }
  // In a fixed order, so that two transactions cannot deadlock.
  for (const key of [...sums.keys()].toSorted()) {
    const { assigneeId, status, more } = sums.get(key)!
    if (more === 0) continue
    tx.sendLast(tx`
      insert into assignee_count as c (company_id, assignee_id, status, count)
      values (${companyId}, ${assigneeId}, ${status}, greatest(${more}::int, 0))
      on conflict (company_id, assignee_id, status) do update set count = c.count + ${more}::int`)
  }
}
