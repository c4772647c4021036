import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { Side, Thread } from '#contract/chat.ts'
import type { EnquiryStatus } from '#contract/enquiries.ts'
import { messageArrived } from '#web/chat/chatApi.ts'
import { useAppDispatch } from '#web/hooks.ts'
import type { FileEntry, KeptMessage } from '#web/storage/database.ts'
import { outboxOf } from './outbox.ts'
import type { OutboxState } from './outboxState.ts'

/** A message that was written in this browser and is not in its thread yet. */
export interface OutgoingMessage {
  id: string
  enquiry: string
  side: Side
  text: string
  files: FileEntry[]
  /** When it was written on this device. */
  createdAt: string
  /** The part that has been uploaded, 0 to 1, while it is being sent with files. */
  uploaded?: number
  /** The status that the message gives its enquiry. */
  enquiryStatus?: EnquiryStatus
  state: 'waiting' | 'sending' | 'sent' | 'failed'
  /** Why it failed. */
  reason?: string
}

/** The outbox, with the outgoing messages of one thread. */
export function useOutbox(userId: string, enquiryId: string, thread: Thread | undefined) {
  const outbox = useMemo(() => outboxOf(userId), [userId])
  const state = useSyncExternalStore(outbox.subscribe, outbox.getState)
  useAddSentMessages(enquiryId, state)
  const outgoing = useMemo(() => outgoingMessages(state, enquiryId, thread), [state, enquiryId, thread])
  return { outbox, state, outgoing }
}

/** Adds to the thread what the server has accepted from any tab. */
function useAddSentMessages(enquiryId: string, { sent }: OutboxState) {
  const dispatch = useAppDispatch()
  const latest = sent.findLast(({ message }) => message.enquiry === enquiryId)?.message
  useEffect(() => {
    if (latest) dispatch(messageArrived(latest))
  }, [dispatch, latest])
}

/** Leaves out the messages that the thread already has, so that each is shown exactly once. */
export function outgoingMessages(state: OutboxState, enquiryId: string, thread: Thread | undefined) {
  const idsInThread = new Set(thread?.docs.map(({ clientId }) => clientId))
  const lastSeq = thread?.docs.at(-1)?.seq ?? 0
  const sentIds = new Set(state.sent.map(({ kept }) => kept.id))
  const sent = state.sent.filter(({ message }) => message.seq > lastSeq).map(({ kept }) => toOutgoing(kept, 'sent'))
  const unsent = state.messages
    .filter(({ id }) => !sentIds.has(id))
    .map((kept) => {
      if (kept.refusal) return toOutgoing(kept, 'failed')
      if (state.sendingId !== kept.id) return toOutgoing(kept, 'waiting')
      return { ...toOutgoing(kept, 'sending'), uploaded: state.uploaded }
    })
  return [...sent, ...unsent].filter(({ id, enquiry }) => enquiry === enquiryId && !idsInThread.has(id))
}

function toOutgoing(kept: KeptMessage, state: OutgoingMessage['state']): OutgoingMessage {
  const { id, body, files = [], refusal: reason } = kept
  const { enquiry, side, message: text, enquiryStatus } = body
  const createdAt = new Date(kept.writtenAt).toISOString()
  return { id, enquiry, side, text, files, createdAt, enquiryStatus, state, reason }
}
