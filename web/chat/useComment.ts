import { useEffect, useState } from 'react'
import { SendMessage, type Side, type Thread } from '#contract/chat.ts'
import type { EnquiryStatus } from '#contract/enquiries.ts'
import { draftKey } from '#web/chat/drafts/drafts.ts'
import { useDraft } from '#web/chat/drafts/useDraft.ts'
import type { Outbox, PostResult } from '#web/chat/outbox/outbox.ts'
import type { OutboxState } from '#web/chat/outbox/outboxState.ts'
import type { OutgoingMessage } from '#web/chat/outbox/useOutbox.ts'

const { message: Comment } = SendMessage.shape

interface Place {
  userId: string
  /** The seat that the comment is written from. */
  side: Side
  enquiryId: string
  thread: Thread | undefined
}

/** A message that goes back into the box. */
type TakenBack = Pick<OutgoingMessage, 'id' | 'text' | 'enquiryStatus'>

/**
 * The comment in the box. It stays there until the server has it, and if the server refuses it. If the server cannot
 * be reached, the comment leaves the box only if this device keeps it in the outbox.
 */
export function useComment({ userId, side, enquiryId, thread }: Place, outbox: Outbox, state: OutboxState) {
  const draft = useDraft(draftKey(userId, enquiryId, side))
  const { text, attempt, clear } = draft
  const [isPosting, setIsPosting] = useState(false)
  const [isTakingBack, setIsTakingBack] = useState(false)
  const [failure, setFailure] = useState<{ text: string; reason: string }>()

  const isBeingSent = attempt !== undefined && isInOutboxOrThread(attempt.key, thread, state)
  useEffect(() => {
    // After a reload, the box may still have the text of a comment that was sent from it.
    if (isBeingSent && !isPosting && !isTakingBack) clear(attempt.key)
  }, [isBeingSent, isPosting, isTakingBack, attempt, clear])

  /** With `status`, the comment also changes the enquiry. Resolves to undefined if the comment stays in the box. */
  const send = async (status?: EnquiryStatus) => {
    const comment = Comment.safeParse(text)
    if (isPosting || !comment.success) return undefined
    setIsPosting(true)
    setFailure(undefined)
    const { key: id, enquiryStatus } = draft.attemptAt(comment.data, status)
    const result = await outbox.post(id, { message: comment.data, side, enquiry: enquiryId, enquiryStatus })
    if (result.kind === 'refused') await outbox.remove(id)
    if ('reason' in result) setFailure({ text, reason: reasonOf(result) })
    else clear(id)
    setIsPosting(false)
    if ('reason' in result) return undefined
    return { newStatus: result.kind === 'sent' ? enquiryStatus : undefined }
  }
  const takeBack = async ({ id, text: words, enquiryStatus }: TakenBack) => {
    // This message has not left the box yet.
    if (isPosting && id === attempt?.key) return
    setIsTakingBack(true)
    draft.takeBack({ key: id, text: words, enquiryStatus })
    await outbox.remove(id)
    setIsTakingBack(false)
  }
  // Once its text is changed, it is another comment, which has not failed.
  const reason = failure?.text === text ? failure.reason : undefined
  const attempted = attempt?.text === text.trim() ? attempt : undefined
  return { text, attempted, isKept: draft.isKept, write: draft.write, isPosting, failure: reason, send, takeBack }
}

export type WrittenComment = ReturnType<typeof useComment>

function reasonOf({ kind, reason }: Extract<PostResult, { reason: string }>) {
  return kind === 'unkept' ? `${reason}. This device cannot keep it for later. Send it again before you leave` : reason
}

function isInOutboxOrThread(id: string, thread: Thread | undefined, { messages, sent }: OutboxState) {
  const isWaiting = messages.some((message) => message.id === id && message.refusal === undefined)
  return isWaiting || sent.some(({ kept }) => kept.id === id) || thread?.docs.some(({ clientId }) => clientId === id)
}
