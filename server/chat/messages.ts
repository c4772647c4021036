import { v7 as uuidv7 } from 'uuid'
import type { ReadThread, SendMessage } from '#contract/chat.ts'
import type { EnquiryStatus } from '#contract/enquiries.ts'
import type { Db, Tx } from '#server/database/database.ts'
import { isAssignedByReply } from '#server/enquiries/assignment.ts'
import { changeLocked } from '#server/enquiries/enquiries.ts'
import { type EnquiryRow, takeMessageSeq } from '#server/enquiries/enquiryStore.ts'
import { writeWords } from '#server/enquiries/search/wordStore.ts'
import { findSeenBy, markUnreadForFollowers } from '#server/enquiries/seen/seen.ts'
import { announce } from '#server/events/eventStore.ts'
import { requireSeat } from '#server/http/access.ts'
import type { Actor } from '#server/http/actor.ts'
import { conflict, forbidden, notFound } from '#server/http/errors.ts'
import {
  findMessageBySeq,
  findSentMessage,
  findThread,
  insertMessage,
  listMessages,
  type MessageRow,
} from './chatStore.ts'

/** A page of a thread. Throws 404 for a missing enquiry and for another company's. */
export async function readThread(db: Db, actor: Actor, query: ReadThread) {
  const thread = await findThread(db, actor, query.enquiryId)
  if (!thread) throw notFound('Enquiry')
  const [rows, seenBy] = await Promise.all([listMessages(db, actor, query), findSeenBy(db, actor, query.enquiryId)])
  // The rows may include messages that were sent after `findThread` read the count.
  const totalDocs = Math.max(thread.lastMessageSeq, rows.at(-1)?.seq ?? 0)
  const first = rows[0]?.seq ?? (query.after ?? 0) + 1
  const last = rows.at(-1)?.seq ?? (query.before ?? totalDocs + 1) - 1
  return { rows, seenBy, totalDocs, hasEarlier: first > 1, hasLater: last < totalDocs }
}

/** Throws 403 if the actor may not reply as `host`, or tries to change the status from the customer's seat. */
export function requireHost(actor: Actor, { side, enquiryStatus }: SendMessage) {
  requireSeat(actor, side)
  if (side !== 'host' && enquiryStatus) throw forbidden('Only a reply from the host can change the status')
}

/** A message, and the resulting state of its enquiry. */
type Sent = { row: MessageRow; enquiryStatus: EnquiryStatus; isReopened: boolean }

/**
 * Appends a message to its thread. A repeated message with the same `clientId` returns the stored one, and throws 409 if
 * the text differs.
 */
export async function sendMessage(
  tx: Tx,
  actor: Actor,
  input: SendMessage,
  clientId: string | undefined,
): Promise<Sent> {
  const earlier = clientId && (await findSentMessage(tx, actor, input.enquiry, clientId))
  if (earlier) return sentEarlier(tx, actor, earlier, input)

  const enquiry = await takeMessageSeq(tx, actor, input.enquiry, input.side)
  if (!enquiry) throw notFound('Enquiry')
  const { lastMessageSeq: seq, enquiryNo, status } = enquiry
  const id = uuidv7()
  await insertMessage(tx, {
    id,
    seq,
    side: input.side,
    message: input.message,
    companyId: actor.companyId,
    enquiryId: input.enquiry,
    clientId: clientId ?? id,
    senderId: actor.userId,
  })
  await writeWords(tx, actor.companyId, enquiryNo, seq, input.message)
  await markUnreadForFollowers(tx, actor, input.enquiry, { side: input.side, seq })
  const isReopened = input.side === 'customer' && (status === 'closed' || status === 'onHold')
  if (isReopened) await changeLocked(tx, actor, enquiry, { status: 'open' }, 'reopened')
  else if (input.side === 'host') await changeByReply(tx, actor, enquiry, input.enquiryStatus ?? status)
  await announce(tx, actor, { subject: 'thread', id: input.enquiry })
  const enquiryStatus = isReopened ? 'open' : (input.enquiryStatus ?? status)
  return { row: (await findMessageBySeq(tx, actor, input.enquiry, seq))!, enquiryStatus, isReopened }
}

async function changeByReply(tx: Tx, actor: Actor, enquiry: EnquiryRow, status: EnquiryStatus) {
  const isTaken = !enquiry.assigneeId && (await isAssignedByReply(tx, actor))
  await changeLocked(tx, actor, enquiry, isTaken ? { status, assigneeId: actor.userId } : { status })
}

async function sentEarlier(tx: Tx, actor: Actor, earlier: MessageRow, input: SendMessage): Promise<Sent> {
  const { status } = (await findThread(tx, actor, input.enquiry))!
  return { row: requireSame(earlier, input), enquiryStatus: status, isReopened: false }
}

function requireSame(earlier: MessageRow, { side, message }: SendMessage) {
  if (earlier.side === side && earlier.message === message) return earlier
  throw conflict('This Idempotency-Key was used for another message. Use a new key for a new message')
}
