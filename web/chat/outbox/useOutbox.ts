import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { Side, Thread } from '#contract/chat.ts'
import type { EnquiryStatus } from '#contract/enquiries.ts'
import { messageArrived } from '#web/chat/chatApi.ts'
import { useAppDispatch } from '#web/hooks.ts'
import type { KeptMessage } from '#web/storage/database.ts'
import { outboxOf, type OutboxState } from './outbox.ts'

/** A message that was written here and is not in its thread yet. */
export interface OutgoingMessage {
  id: string
  enquiry: string
  side: Side
  text: string
  /** What the enquiry becomes with it. */
  enquiryStatus?: EnquiryStatus
  state: 'waiting' | 'sending' | 'sent' | 'failed'
  /** Why it failed. */
  reason?: string
}

/** The outbox as it concerns one thread. */
export function useOutbox(userId: string, enquiryId: string, thread: Thread | undefined) {
  const outbox = useMemo(() => outboxOf(userId), [userId])
  const state = useSyncExternalStore(outbox.subscribe, outbox.getState)
  useArrivals(enquiryId, state)
  const outgoing = useMemo(() => outgoingOf(state, enquiryId, thread), [state, enquiryId, thread])
  return { outbox, state, outgoing }
}

/** The thread is told of what the server has taken, by whichever tab it was sent. */
function useArrivals(enquiryId: string, { sent }: OutboxState) {
  const dispatch = useAppDispatch()
  const arrived = sent.findLast(({ message }) => message.enquiry === enquiryId)?.message
  useEffect(() => {
    if (arrived) dispatch(messageArrived(arrived))
  }, [dispatch, arrived])
}

/** The thread itself says when a message is in it, so that none is shown twice or not at all. */
function outgoingOf(state: OutboxState, enquiryId: string, thread: Thread | undefined) {
  const known = new Set(thread?.docs.map(({ clientId }) => clientId))
  const lastSeq = thread?.docs.at(-1)?.seq ?? 0
  const sentIds = new Set(state.sent.map(({ kept }) => kept.id))
  const sent = state.sent.filter(({ message }) => message.seq > lastSeq).map(({ kept }) => toOutgoing(kept, 'sent'))
  const unsent = state.messages
    .filter(({ id }) => !sentIds.has(id))
    .map((kept) => toOutgoing(kept, kept.refusal ? 'failed' : state.sending === kept.id ? 'sending' : 'waiting'))
  return [...sent, ...unsent].filter(({ id, enquiry }) => enquiry === enquiryId && !known.has(id))
}

function toOutgoing({ id, body, refusal }: KeptMessage, state: OutgoingMessage['state']): OutgoingMessage {
  const { enquiry, side, message: text, enquiryStatus } = body
  return { id, enquiry, side, text, enquiryStatus, state, reason: refusal }
}
