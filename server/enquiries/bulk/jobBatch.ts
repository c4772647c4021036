import type { AppAbility } from '#contract/accounts/abilities.ts'
import { changesBetween, recordMany } from '#server/accounts/history.ts'
import type { Tx } from '#server/database/database.ts'
import { answerersOf, handOver, isReopenedForFormerAgent, lockAbilities } from '#server/enquiries/assignment.ts'
import { type ClosingReporter, isClosing } from '#server/enquiries/enquiries.ts'
import { adjustAssigneeCounts, adjustCounts, type EnquiryRow } from '#server/enquiries/enquiryStore.ts'
import { announce } from '#server/events/eventStore.ts'
import type { Notifier } from '#server/notifications/notifier.ts'
import { type JobItem, type JobRow, storeResults, nextJobItems } from './jobStore.ts'

/** Small, because a change of one of these enquiries waits for the end of the batch. */
const batchSize = 100

export type BatchReporters = { notifier: Notifier; closings: ClosingReporter }

/** Changes the next enquiries of a locked job, in one short transaction. */
export async function processBatch(tx: Tx, reporters: BatchReporters, job: JobRow) {
  const items = await nextJobItems(tx, job, batchSize)
  const enquiries = await lockEnquiries(tx, job, items)
  const abilities = await lockAbilities(tx, job.companyId, peopleIn(job, items, [...enquiries.values()]))
  const rights = { mayChange: mayChange(job, abilities.get(job.madeBy)), answerers: answerersOf(abilities) }
  const decided = items.map((item) => decide(job, item, enquiries.get(item.enquiryNo), rights))
  await changeEnquiries(
    tx,
    reporters,
    job,
    decided.flatMap(({ change }) => change ?? []),
  )
  await storeResults(
    tx,
    job,
    decided.map(({ item }) => item),
  )
}

function peopleIn({ madeBy, assigneeId }: JobRow, items: JobItem[], enquiries: Locked[]) {
  const before = items.map(({ assigneeBefore }) => assigneeBefore)
  const now = enquiries.map((enquiry) => enquiry.assigneeId)
  return [...new Set([madeBy, assigneeId, ...before, ...now])].filter((id) => id !== null)
}

/** Whether the person who made the job still has the right to. */
function mayChange({ field }: JobRow, maker: AppAbility | undefined) {
  return maker?.can(field === 'assignee' ? 'answer' : 'update', 'enquiry') ?? false
}

async function lockEnquiries(tx: Tx, { companyId }: JobRow, items: JobItem[]) {
  const rows = await tx<Locked[]>`
    select company_id, id, enquiry_no, status, version, assignee_id, last_message_seq, created_by from enquiry
    where company_id = ${companyId} and enquiry_no = any(${items.map(({ enquiryNo }) => enquiryNo)}::bigint[])
    order by enquiry_no for no key update`
  return new Map(rows.map((row) => [row.enquiryNo, row]))
}

type Locked = Pick<
  EnquiryRow,
  'companyId' | 'id' | 'enquiryNo' | 'status' | 'version' | 'assigneeId' | 'lastMessageSeq' | 'createdBy'
>
type Changeable = Pick<EnquiryRow, 'status' | 'assigneeId'>
type Change = { enquiry: Locked; before: Changeable; after: Changeable }
type Decided = { item: JobItem; change?: Change }

type Rights = { mayChange: boolean; answerers: Set<string> }

/**
 * An undo skips enquiries that have changed since. Enquiries of someone who may no longer answer can be unassigned
 * whatever rights the maker of the job still has.
 */
function decide(job: JobRow, item: JobItem, enquiry: Locked | undefined, rights: Rights): Decided {
  const { answerers } = rights
  const ended = (outcome: JobItem['outcome']) => ({ item: { ...item, outcome } })
  if (!enquiry) return ended('missing')
  if (job.kind === 'undo' && enquiry.version !== item.version) return ended('changed-since')
  const { status, assigneeId } = enquiry
  const before = { status, assigneeId }
  const after = { ...before, ...wanted(job, item) }
  if (isReopenedForFormerAgent(before, after, answerers)) after.assigneeId = null
  const isAbandoned = job.field === 'assignee' && after.assigneeId === null && !answerers.has(assigneeId ?? '')
  if (!rights.mayChange && !isAbandoned) return ended('not-possible')
  if (after.status === status && after.assigneeId === assigneeId) return ended('unchanged')
  if (after.assigneeId !== assigneeId && after.assigneeId && !answerers.has(after.assigneeId))
    return ended('not-possible')
  const kept = { statusBefore: status, assigneeBefore: assigneeId, version: enquiry.version + 1 }
  return { item: { ...item, ...kept, outcome: 'changed' }, change: { enquiry, before, after } }
}

function wanted({ kind, field, status, assigneeId }: JobRow, { statusBefore, assigneeBefore }: JobItem) {
  if (field === 'assignee') return { assigneeId: kind === 'undo' ? assigneeBefore : assigneeId }
  return { status: (kind === 'undo' ? statusBefore : status)! }
}

async function changeEnquiries(tx: Tx, { notifier, closings }: BatchReporters, job: JobRow, changes: Change[]) {
  const { companyId, madeBy, kind, field } = job
  if (changes.length === 0) return
  await changeRows(tx, companyId, changes)
  if (field === 'assignee') await reportAssignments(tx, notifier, job, changes)
  else if (kind !== 'undo') await reportClosings(tx, closings, companyId, changes)
  const by = { companyId, userId: madeBy }
  const records = changes.map(({ enquiry, before, after }) => ({
    subject: 'enquiry' as const,
    subjectId: enquiry.id,
    action: kind === 'undo' ? 'undone' : 'changed',
    changes: changesBetween(before, after),
  }))
  recordMany(tx, by, records)
  const moves = changes.flatMap(({ enquiry: { enquiryNo }, before, after }) => [
    { enquiryNo, ...before, by: -1 as const },
    { enquiryNo, ...after, by: 1 as const },
  ])
  if (field === 'status') adjustCounts(tx, companyId, moves)
  adjustAssigneeCounts(tx, companyId, moves)
  for (const { enquiry, before, after } of changes)
    if (after.assigneeId !== before.assigneeId) handOver(tx, enquiry, after.assigneeId)
  // One event for the whole batch: a large job would otherwise send a million events to each browser.
  const numbers = changes.map(({ enquiry }) => enquiry.enquiryNo)
  const range = { from: Math.min(...numbers), to: Math.max(...numbers) }
  announce(tx, by, { subject: 'enquiry', id: changes[0]!.enquiry.id, numbers: range })
}

/** An undo only corrects what its job has reported: the people who get their enquiries back are not notified. */
async function reportAssignments(tx: Tx, notifier: Notifier, job: JobRow, changes: Change[]) {
  const { companyId, id: jobId, madeBy, assigneeId, undoes } = job
  if (undoes) return notifier.takeBack(tx, companyId, undoes, changes.length)
  const batch = { jobId, enquiryId: changes[0]!.enquiry.id, count: changes.length }
  if (assigneeId) await notifier.reportBatch(tx, { companyId, userId: madeBy }, { ...batch, assigneeId })
}

async function reportClosings(tx: Tx, closings: ClosingReporter, companyId: string, changes: Change[]) {
  const closed = changes.filter(({ before, after }) => isClosing(before, after))
  if (closed.length === 0) return
  await closings.reportClosed(
    tx,
    companyId,
    closed.map(({ enquiry }) => enquiry.id),
  )
}

async function changeRows(tx: Tx, companyId: string, changes: Change[]) {
  await tx`
    update enquiry e set status = c.status, assignee_id = c.assignee_id, version = e.version + 1, updated_at = now()
    from unnest(${changes.map(({ enquiry }) => enquiry.enquiryNo)}::bigint[],
      ${changes.map(({ after }) => after.status)}::text[], ${changes.map(({ after }) => after.assigneeId)}::uuid[])
      as c(enquiry_no, status, assignee_id)
    where e.company_id = ${companyId} and e.enquiry_no = c.enquiry_no`
}
