import { v7 as uuidv7 } from 'uuid'
import type { ReadThread, SendMessage } from '#contract/chat.ts'
import type { EnquiryStatus } from '#contract/enquiries.ts'
import { findParticipant, type ParticipantRow } from '#server/accounts/participants.ts'
import type { Db, Tx } from '#server/database/database.ts'
import { withIds } from '#server/documents/documents.ts'
import type { SentFile } from '#server/documents/sentFiles.ts'
import { isAssignedByReply } from '#server/enquiries/assignment.ts'
import { changeLocked, type ClosingReporter } from '#server/enquiries/enquiries.ts'
import { type EnquiryRow, lockEnquiry, type LockedEnquiry } from '#server/enquiries/enquiryStore.ts'
import { findSeenBy, markUnreadForFollowers } from '#server/enquiries/seen/seen.ts'
import { announce } from '#server/events/eventStore.ts'
import { requireSeat } from '#server/http/access.ts'
import type { Actor, Author } from '#server/http/actor.ts'
import { conflict, forbidden, notFound } from '#server/http/errors.ts'
import type { Notifier } from '#server/notifications/notifier.ts'
import { appendMessage, findMessage, findSentSeq, listMessages, type MessageRow, requireThread } from './chatStore.ts'
import { insertMessageEmail, type MessageEmailRow } from './messageEmails.ts'
import { hasFiles, insertFiles, type NewFiles } from './messageFiles.ts'

/** A page of a thread. Throws the error of `requireThread`. */
export async function readThread(db: Db, actor: Actor, query: ReadThread) {
  const { enquiryId } = query
  const [thread, rows, seenBy] = await db.pipeline((one) => [
    requireThread(one, actor, enquiryId),
    listMessages(one, actor, query),
    findSeenBy(one, actor, enquiryId),
  ])
  // The rows may include messages that were sent after `findThread` read the count.
  const totalDocs = Math.max(thread.lastMessageSeq, rows.at(-1)?.seq ?? 0)
  const first = rows[0]?.seq ?? (query.after ?? 0) + 1
  const last = rows.at(-1)?.seq ?? (query.before ?? totalDocs + 1) - 1
  return { rows, seenBy, totalDocs, hasEarlier: first > 1, hasLater: last < totalDocs }
}

/** Throws 403 if the actor may not reply as `host`, or tries to change the status from the customer's seat. */
export function requireHost(actor: Actor, { side, enquiryStatus }: SendMessage) {
  requireSeat(actor, side)
  if (side !== 'host' && enquiryStatus) throw forbidden('Only a reply from support can change the status')
}

/** Notifies those who should know of a new message, and of the closing that comes with it. */
export interface MessageReporter extends ClosingReporter {
  reportMessage(...message: Parameters<Notifier['reportMessage']>): void | Promise<void>
}

/** The files of a new message, the key under which its sender may send it again, and the mail that it came in. */
type Sending = NewFiles & { clientId: string | undefined; email?: MessageEmailRow; isReaction?: true }
/** A message, and the resulting state of its enquiry. */
type Sent = { row: MessageRow; enquiryStatus: EnquiryStatus; isReopened: boolean }

/** The state on which a new message depends. */
export type LockedThread = {
  enquiry: LockedEnquiry | undefined
  sender: ParticipantRow
  sentSeq: number | undefined
  isAssigned: boolean
}

/**
 * Locks the enquiry of a new message until the transaction ends, and then looks for the message that the author has sent
 * with the same key: `sentSeq`. `isAssigned` says that a reply assigns the enquiry to the author, whose role is then locked too: before
 * files lock the company, as in a change of their profile.
 */
export async function lockThread(
  tx: Tx,
  author: Author,
  { enquiry: id, side }: SendMessage,
  clientId: string | undefined,
): Promise<LockedThread> {
  const [enquiry, sender, sentSeq, isAssigned] = await Promise.all([
    lockEnquiry(tx, author, id),
    findParticipant(tx, author),
    clientId === undefined ? undefined : findSentSeq(tx, author, id, clientId),
    side === 'host' && isAssignedByReply(tx, author, id),
  ])
  return { enquiry, sender, sentSeq, isAssigned }
}

/**
 * Appends a message to its locked thread. A repeated message with the same `clientId` returns the stored one, and throws 409 if
 * its text or files differ. Throws 413 if the files exceed the company's quota.
 * A reaction, or a message that a program wrote, does not change the state of its enquiry and notifies nobody.
 */
export async function sendMessage(
  tx: Tx,
  reporter: MessageReporter,
  author: Author,
  input: SendMessage,
  sending: Sending,
  { enquiry, sender, sentSeq, isAssigned }: LockedThread,
): Promise<Sent> {
  const { clientId, email, isReaction } = sending
  const isAutomatic = isReaction ?? email?.isAutomatic ?? false
  if (!enquiry) throw notFound('Enquiry')
  if (sentSeq !== undefined) return sentEarlier(tx, author, sentSeq, input, sending.files, enquiry)

  const { status } = enquiry
  const seq = enquiry.lastMessageSeq + 1
  const isReopened = !isAutomatic && input.side === 'customer' && (status === 'closed' || status === 'onHold')
  const changes = {
    status: isReopened ? ('open' as const) : (input.enquiryStatus ?? status),
    ...(isAssigned && { assigneeId: author.userId }),
  }
  const id = uuidv7()
  const files = withIds(sending.files)
  const row: MessageRow = {
    id,
    clientId: clientId ?? id,
    enquiryId: input.enquiry,
    seq,
    side: input.side,
    senderId: author.userId,
    sender,
    message: input.message,
    createdAt: enquiry.lockedAt,
    files,
    email: email ?? null,
  }
  appendMessage(tx, enquiry, row, isAutomatic)
  await insertFiles(tx, author, row, { ...sending, files })
  if (email) await insertMessageEmail(tx, author, row, email)
  markUnreadForFollowers(tx, author, input.enquiry, { side: input.side, seq })
  if (!isAutomatic) await reporter.reportMessage(tx, author, { enquiryId: input.enquiry, seq })
  const counted = { ...enquiry, lastMessageSeq: seq }
  await changeLocked(tx, reporter, author, counted, changes, isReopened ? 'reopened' : undefined)
  announce(tx, author, { subject: 'thread', id: input.enquiry })
  return { row, enquiryStatus: changes.status, isReopened }
}

async function sentEarlier(
  tx: Tx,
  author: Author,
  seq: number,
  { side, message }: SendMessage,
  files: SentFile[],
  { id, status }: EnquiryRow,
): Promise<Sent> {
  const earlier = await findMessage(tx, author, id, seq)
  const isSame = earlier.side === side && earlier.message === message && (await hasFiles(tx, author, earlier, files))
  if (!isSame) throw conflict('This Idempotency-Key was used for another message. Use a new key for a new message')
  return { row: earlier, enquiryStatus: status, isReopened: false }
}
