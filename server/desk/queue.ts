import { z } from 'zod'
import type { ReadQueue } from '#contract/desk.ts'
import type { Db } from '#server/database/database.ts'
import { enquiryColumns, type EnquiryView, view } from '#server/enquiries/enquiryStore.ts'
import type { Actor } from '#server/http/actor.ts'
import { invalid } from '#server/http/errors.ts'
import { countQueue } from './deskSummary.ts'

/** A stretch of the queue, the longest waiting first; of the closed ones the newest. */
export async function readQueue(db: Db, actor: Actor, query: ReadQueue) {
  const asked = { ...query, assignee: query.assignee === 'mine' ? actor.userId : query.assignee }
  const [rows, totalDocs] = await Promise.all([listQueue(db, actor, asked), countQueue(db, actor, asked)])
  const last = rows.length === query.limit ? rows.at(-1) : undefined
  return { rows, totalDocs, nextCursor: last ? toCursor([last.waitingMicroseconds, last.enquiryNo]) : null }
}

type QueueRow = EnquiryView & { waitingMicroseconds: string | null }

/** What is closed is written out, as the indexes have it: a plan for any status could not use them. */
async function listQueue(db: Db, actor: Actor, { assignee, enquiryStatus, cursor, limit }: ReadQueue) {
  const isBackwards = enquiryStatus === 'closed'
  const order = isBackwards ? db`e.enquiry_no desc` : db`coalesce(e.waiting_since, 'infinity'), e.enquiry_no`
  return db<QueueRow[]>`
    ${view(
      db,
      actor,
      db`(
        select ${enquiryColumns(db)}, (extract(epoch from waiting_since) * 1000000)::bigint::text as waiting_microseconds
        from enquiry e
        where company_id = ${actor.companyId}
          ${isBackwards ? db`and status = 'closed'` : db`and status <> 'closed'`}
          ${enquiryStatus && !isBackwards ? db`and status = ${enquiryStatus}` : db``}
          ${of(db, assignee)}
          ${cursor ? behind(db, fromCursor(cursor), isBackwards) : db``}
        order by ${order} limit ${limit}
      ) e`,
      db`e.waiting_microseconds`,
    )}
    order by ${order}`
}

function of(db: Db, assignee: ReadQueue['assignee']) {
  if (assignee === undefined || assignee === 'all') return db``
  return assignee === 'unassigned' ? db`and assignee_id is null` : db`and assignee_id = ${assignee}`
}

/** Since when the last row waits, in microseconds and null for not at all, and its number. */
const Place = z.tuple([
  z
    .string()
    .regex(/^\d{1,16}$/)
    .nullable(),
  z.number().int().min(0),
])
type Place = z.infer<typeof Place>

function toCursor(place: Place) {
  return Buffer.from(JSON.stringify(place)).toString('base64url')
}

function fromCursor(cursor: string): Place {
  try {
    return Place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw invalid({ cursor: 'cursor must be the nextCursor of an answer to the same filters' })
  }
}

/** What is closed does not wait: its place is its number alone. */
function behind(db: Db, [microseconds, enquiryNo]: Place, isBackwards: boolean) {
  if (isBackwards) return db`and enquiry_no < ${enquiryNo}`
  const since = microseconds
    ? db`timestamptz 'epoch' + ${microseconds}::bigint * interval '1 microsecond'`
    : db`'infinity'::timestamptz`
  return db`and (coalesce(waiting_since, 'infinity'), enquiry_no) > (${since}, ${enquiryNo}::bigint)`
}
