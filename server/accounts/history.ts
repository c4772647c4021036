import { v7 as uuidv7 } from 'uuid'
import type { HistoryEntry, RecordedValue } from '#contract/history.ts'
import type { Db, Tx } from '#server/database/database.ts'
import type { FileUrls } from '#server/documents/fileUrls.ts'
import type { Actor } from '#server/http/actor.ts'
import { joinParticipant, participantOf, type ParticipantRow, toParticipant } from './participants.ts'

/** The old and the new value of each changed field. */
export type Changes = Record<string, [from: RecordedValue, to: RecordedValue]>

type Target = { subject: 'company' | 'user' | 'enquiry' | 'contact'; subjectId: string }

/** Records who changed what, in the same transaction as the change. */
export function record(
  tx: Tx,
  by: { companyId: string; userId: string },
  target: Target,
  action: string,
  changes: Changes = {},
) {
  recordMany(tx, by, [{ ...target, action, changes }])
}

/** Records several changes at once. */
export function recordMany(
  tx: Tx,
  { companyId, userId }: { companyId: string; userId: string },
  records: (Target & { action: string; changes: Changes })[],
) {
  if (records.length === 0) return
  const rows = records.map(({ changes, ...row }) => {
    return { ...row, companyId, id: uuidv7(), actorId: userId, changes: tx.json(changes) }
  })
  tx.send(tx`insert into activity ${tx(rows)}`)
}

/** The fields of `after` that differ from `before`. */
export function changesBetween<T extends Record<string, RecordedValue>>(before: T, after: Partial<T>): Changes {
  const changes: Changes = {}
  for (const [field, to] of Object.entries(after)) {
    const from = before[field] ?? null
    if (to !== undefined && to !== from) changes[field] = [from, to]
  }
  return changes
}

type ActivityRow = {
  id: string
  action: string
  changes: Changes
  createdAt: Date
  by: ParticipantRow
}

export function toHistoryEntry(row: ActivityRow, urls: FileUrls): HistoryEntry {
  return {
    _id: row.id,
    action: row.action,
    by: toParticipant(row.by, urls),
    changes: row.changes,
    createdAt: row.createdAt.toISOString(),
  }
}

/** At most this many changes are read to find out who made them. */
const recentChanges = 200

/** For each field, by its name in the history, the person who last changed it recently. */
export async function findLastChangers(tx: Tx, { companyId }: Actor, { subject, subjectId }: Target) {
  const rows = await tx<{ field: string; _id: string; name: string }[]>`
    select distinct on (c.field) c.field, p.shown_id as _id, p.name
    from (
      select id, company_id, actor_id, changes from activity
      where company_id = ${companyId} and subject = ${subject} and subject_id = ${subjectId} and changes is not null
      order by id desc limit ${recentChanges}
    ) a
    cross join lateral jsonb_object_keys(a.changes) c (field)
    ${joinParticipant(tx, tx`a.company_id`, tx`a.actor_id`)}
    order by c.field, a.id desc`
  return new Map(rows.map(({ field, _id, name }) => [field, { _id, name }]))
}

/** Names of people in the actor's company, by id. */
export async function findNames(db: Db, { companyId }: Actor, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db<{ id: string; name: string }[]>`
    select id, name from app_user where company_id = ${companyId} and id = any(${ids}::uuid[])`
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The history of one subject in the actor's company, newest first. */
export async function listHistory(
  db: Db,
  { companyId }: Actor,
  { subject, subjectId }: Target,
  { page, limit }: { page: number; limit: number },
) {
  const isOnSubject = db`company_id = ${companyId} and subject = ${subject} and subject_id = ${subjectId}`
  const rows = await db<ActivityRow[]>`
    select a.id, a.action, a.changes, a.created_at, ${participantOf(db)} as by
    from (select id, company_id, action, changes, created_at, actor_id from activity where ${isOnSubject} order by id desc limit ${limit} offset ${(page - 1) * limit}) a
    ${joinParticipant(db, db`a.company_id`, db`a.actor_id`)}
    order by a.id desc`
  const [counted] = await db<{ total: number }[]>`select count(*)::int as total from activity where ${isOnSubject}`
  return { rows: [...rows], total: counted!.total }
}
