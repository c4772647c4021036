import { v7 as uuidv7 } from 'uuid'
import type { CreateEnquiry, EnquiryStatus, NewerEnquiry, UpdateEnquiry } from '#contract/enquiries.ts'
import { statusLabels } from '#contract/enquiries/choices.ts'
import { changesBetween, findLastChangers, record } from '#server/accounts/history.ts'
import type { Tx } from '#server/database/database.ts'
import { insertDocuments, type StoredDocument, withIds } from '#server/documents/documents.ts'
import type { FileUrls } from '#server/documents/fileUrls.ts'
import { textOf, writeOwnWords, writeWords } from '#server/enquiries/search/wordStore.ts'
import { startFollowing } from '#server/enquiries/seen/seen.ts'
import { announce } from '#server/events/eventStore.ts'
import type { Actor, Author } from '#server/http/actor.ts'
import { forbidden, notFound, stale } from '#server/http/errors.ts'
import { isCurrent } from '#server/http/versions.ts'
import type { Notifier } from '#server/notifications/notifier.ts'
import { handOver, requireAnswerer, unassignFormerAgent } from './assignment.ts'
import {
  adjustAssigneeCounts,
  adjustCounts,
  changeEnquiryRow,
  type EnquiryRow,
  findEnquiry,
  type EnquiryView,
  insertEnquiry,
  type TakenNumber,
  toEnquiry,
} from './enquiryStore.ts'

/** Throws 403 if `user` or `host` is not the actor's own: the server trusts neither. */
export function requireOwnName(actor: Actor, { user, host }: Pick<CreateEnquiry, 'user' | 'host'>) {
  if (user !== undefined && user !== actor.userId) throw forbidden('You can only raise an enquiry in your own name')
  if (host !== undefined && host !== actor.companyId)
    throw forbidden('You can only raise an enquiry for your own company')
}

type Texts = Pick<CreateEnquiry, 'enquiryType' | 'summery' | 'description' | 'comments'>

/**
 * Creates an open enquiry with the number that the transaction has taken. The documents must be stored already. Returns the
 * enquiry as its author sees it.
 */
export async function createEnquiry(
  tx: Tx,
  author: Author,
  input: Texts,
  stored: StoredDocument[],
  { enquiryNo, createdAt }: TakenNumber,
): Promise<Omit<EnquiryView, 'requester'>> {
  const { companyId, userId } = author
  const { enquiryType, summery, description, comments } = input
  const id = uuidv7()
  const documents = withIds(stored)
  const row: EnquiryRow = {
    id,
    companyId,
    enquiryNo,
    enquiryType,
    summery,
    description,
    comments,
    status: 'open',
    version: 1,
    lastMessageSeq: 0,
    documentCount: documents.length,
    assigneeId: null,
    waitingSince: createdAt,
    rating: null,
    createdBy: userId,
    createdAt,
    updatedAt: createdAt,
    awaitsAnswer: true,
  }
  insertEnquiry(tx, row)
  insertDocuments(tx, companyId, id, documents)
  if (author.isContact) await writeOwnWords(tx, companyId, enquiryNo)
  else writeWords(tx, companyId, enquiryNo, 0, textOf({ enquiryNo, enquiryType, summery, description, comments }))
  adjustCounts(tx, companyId, [{ enquiryNo, status: 'open', by: 1 }])
  if (!author.isContact) startFollowing(tx, author, id, 0)
  record(tx, author, { subject: 'enquiry', subjectId: id }, 'created', { documents: [0, documents.length] })
  announce(tx, author, { subject: 'enquiry', id })
  return { ...row, documents, assigneeName: null, assigneePicture: null, unread: 0 }
}

/** Tells the layers above that enquiries were closed. The transaction has locked them. */
export interface ClosingReporter {
  reportClosed(tx: Tx, companyId: string, enquiryIds: string[]): Promise<void>
}

export type UpdateServices = { notifier: Notifier; closings: ClosingReporter; urls: FileUrls }

/** Changes a locked enquiry. Throws 404 if there is none, 412 if `ifMatch` is an older version. */
export async function updateEnquiry(
  tx: Tx,
  { notifier, closings, urls }: UpdateServices,
  actor: Actor,
  input: UpdateEnquiry,
  { before, ifMatch }: { before: EnquiryRow | undefined; ifMatch: string | undefined },
) {
  if (!before) throw notFound('Enquiry')
  if (!isCurrent(ifMatch, before.version)) {
    throw await olderVersion(tx, actor, before, input, urls)
  }
  if (input.assignee) await requireAnswerer(tx, actor, input.assignee)
  if (input.assignee && input.assignee !== before.assigneeId) {
    notifier.reportAssignment(tx, actor, { enquiryId: before.id, assigneeId: input.assignee })
  }
  await changeEnquiry(tx, closings, actor, before, {
    comments: input.comments ?? before.comments,
    status: input.enquiryStatus ?? before.status,
    assigneeId: input.assignee === undefined ? before.assigneeId : input.assignee,
  })
}

async function olderVersion(tx: Tx, actor: Actor, { id }: EnquiryRow, input: UpdateEnquiry, urls: FileUrls) {
  const changers = await findLastChangers(tx, actor, { subject: 'enquiry', subjectId: id })
  const newer: NewerEnquiry = {
    ...toEnquiry((await findEnquiry(tx, actor, id))!, urls),
    changedBy: {
      comments: changers.get('comments'),
      enquiryStatus: changers.get('status'),
      assignee: changers.get('assignee'),
    },
  }
  return stale(`${describeNewer(input, newer, actor)}. Check the current version and save again`, newer)
}

/** If only one field was to be set, says who has set it to what. */
function describeNewer({ comments, enquiryStatus, assignee }: UpdateEnquiry, newer: NewerEnquiry, { userId }: Actor) {
  const { enquiryId, changedBy } = newer
  const by = enquiryStatus ? changedBy.enquiryStatus : changedBy.assignee
  if (!by || comments !== undefined || (enquiryStatus && assignee !== undefined)) return 'This enquiry has changed'
  const person = by._id === userId ? 'You have' : `${by.name} has`
  if (enquiryStatus) return `${person} set ${enquiryId} to “${statusLabels[newer.enquiryStatus]}” in the meantime`
  if (!newer.assignee) return `${person} unassigned ${enquiryId} in the meantime`
  return `${person} assigned ${enquiryId} to ${newer.assignee.name} in the meantime`
}

/** Changes an enquiry that the transaction has locked already. */
export async function changeLocked(
  tx: Tx,
  closings: ClosingReporter,
  author: Author,
  before: EnquiryRow,
  changes: { status?: EnquiryStatus; assigneeId?: string },
  action?: string,
) {
  await changeEnquiry(tx, closings, author, before, { ...changeable(before), ...changes }, action)
}

function changeable({ comments, status, assigneeId }: EnquiryRow) {
  return { comments, status, assigneeId }
}

async function changeEnquiry(
  tx: Tx,
  closings: ClosingReporter,
  author: Author,
  before: EnquiryRow,
  wanted: ReturnType<typeof changeable>,
  action = 'changed',
) {
  const after = await unassignFormerAgent(tx, author.companyId, before, wanted)
  const changes = changesBetween(changeable(before), after)
  if (Object.keys(changes).length === 0) return

  changeEnquiryRow(tx, before, after)
  // Before the totals, because a new enquiry of a contact locks first the contact and then those.
  if (isClosing(before, after)) await closings.reportClosed(tx, author.companyId, [before.id])
  if (after.comments !== before.comments) {
    await writeOwnWords(tx, author.companyId, before.enquiryNo)
  }
  if (after.status !== before.status) {
    const { enquiryNo } = before
    adjustCounts(tx, author.companyId, [
      { enquiryNo, status: before.status, by: -1 },
      { enquiryNo, status: after.status, by: 1 },
    ])
  }
  adjustAssigneeCounts(tx, author.companyId, [
    { ...changeable(before), by: -1 },
    { ...after, by: 1 },
  ])
  if (after.assigneeId !== before.assigneeId) handOver(tx, before, after.assigneeId)
  record(tx, author, { subject: 'enquiry', subjectId: before.id }, action, changes)
  announce(tx, author, { subject: 'enquiry', id: before.id })
}

export function isClosing(before: Pick<EnquiryRow, 'status'>, after: Pick<EnquiryRow, 'status'>) {
  return before.status !== 'closed' && after.status === 'closed'
}
