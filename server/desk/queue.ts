import { z } from 'zod'
import type { ReadQueue } from '#contract/desk.ts'
import type { EnquiryStatus } from '#contract/enquiries.ts'
import type { Queryable } from '#server/database/database.ts'
import { enquiryColumns, type EnquiryView, view } from '#server/enquiries/enquiryStore.ts'
import type { Actor } from '#server/http/actor.ts'
import { invalid } from '#server/http/errors.ts'
import { countQueue } from './deskSummary.ts'

/** A page of the queue, longest waiting first, or newest first for closed enquiries. */
export async function readQueue(db: Queryable, actor: Actor, query: ReadQueue) {
  const filter = { ...query, assignee: query.assignee === 'mine' ? actor.userId : query.assignee }
  const [rows, totalDocs] = await Promise.all([listQueue(db, actor, filter), countQueue(db, actor, filter)])
  const last = rows.length === query.limit ? rows.at(-1) : undefined
  return { rows, totalDocs, nextCursor: last ? toCursor([last.waitingMicroseconds, last.enquiryNo]) : null }
}

type QueueRow = EnquiryView & { waitingMicroseconds: string | null }

async function listQueue(db: Queryable, actor: Actor, { assignee, enquiryStatus, cursor, limit }: ReadQueue) {
  const isClosed = enquiryStatus === 'closed'
  const order = isClosed ? db`e.enquiry_no desc` : db`coalesce(e.waiting_since, 'infinity'), e.enquiry_no`
  return db<QueueRow[]>`
    ${view(
      db,
      actor,
      db`(
        select ${enquiryColumns(db)}, (extract(epoch from waiting_since) * 1000000)::bigint::text as waiting_microseconds
        from enquiry e
        where company_id = ${actor.companyId}
          ${inStatus(db, enquiryStatus)}
          ${isAssignedTo(db, assignee)}
          ${cursor ? isAfter(db, fromCursor(cursor), isClosed) : db``}
        order by ${order} limit ${limit}
      ) e`,
      db`e.waiting_microseconds`,
    )}
    order by ${order}`
}

/** The literals match the partial indexes. A plan with a parameter could not use them. */
function inStatus(db: Queryable, status: EnquiryStatus | undefined) {
  if (!status) return db`and status not in ('closed', 'onHold')`
  return status === 'closed' ? db`and status = 'closed'` : db`and status <> 'closed' and status = ${status}`
}

function isAssignedTo(db: Queryable, assignee: ReadQueue['assignee']) {
  if (assignee === undefined || assignee === 'all') return db``
  return assignee === 'unassigned' ? db`and assignee_id is null` : db`and assignee_id = ${assignee}`
}

/** The last row's waiting time stamp in microseconds since 1970 (null if it does not wait), and its number. */
const Position = z.tuple([
  z
    .string()
    .regex(/^\d{1,16}$/)
    .nullable(),
  z.number().int().min(0),
])
type Position = z.infer<typeof Position>

function toCursor(position: Position) {
  return Buffer.from(JSON.stringify(position)).toString('base64url')
}

function fromCursor(cursor: string): Position {
  try {
    return Position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw invalid({ cursor: 'cursor must be the nextCursor of a response with the same filters' })
  }
}

/** Closed enquiries do not wait, so their position is their number alone. */
function isAfter(db: Queryable, [microseconds, enquiryNo]: Position, isClosed: boolean) {
  if (isClosed) return db`and enquiry_no < ${enquiryNo}`
  const since = microseconds
    ? db`timestamptz 'epoch' + ${microseconds}::bigint * interval '1 microsecond'`
    : db`'infinity'::timestamptz`
  return db`and (coalesce(waiting_since, 'infinity'), enquiry_no) > (${since}, ${enquiryNo}::bigint)`
}
