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
  /** The seat it is written from. */
  side: Side
  enquiryId: string
  thread: Thread | undefined
}

/** A message that is to be in the box again. */
type TakenBack = Pick<OutgoingMessage, 'id' | 'text' | 'enquiryStatus'>

/**
 * The comment in the box. It stays there until the server has it; one that the server refuses stays there as well.
 * Only when the server is not reached, and this device keeps the message in its outbox, does it leave the box.
 */
export function useComment({ userId, side, enquiryId, thread }: Place, outbox: Outbox, state: OutboxState) {
  const draft = useDraft(draftKey(userId, enquiryId, side))
  const { text, attempt, clear } = draft
  const [isPosting, setIsPosting] = useState(false)
  const [isTakingBack, setIsTakingBack] = useState(false)
  const [failure, setFailure] = useState<{ text: string; reason: string }>()

  const isOnItsWay = attempt !== undefined && isUnderWay(attempt.key, thread, state)
  useEffect(() => {
    // After a reload: what was sent from the box is not to stand in it as if it were not.
    if (isOnItsWay && !isPosting && !isTakingBack) clear(attempt.key)
  }, [isOnItsWay, isPosting, isTakingBack, attempt, clear])

  /** With `status`, that is what the enquiry becomes. Answers what it has become, where the server has it already. */
  const send = async (status?: EnquiryStatus) => {
    const comment = Comment.safeParse(text)
    if (isPosting || !comment.success) return undefined
    setIsPosting(true)
    setFailure(undefined)
    const { key: id, enquiryStatus } = draft.attemptAt(comment.data, status)
    const posted = await outbox.post(id, { message: comment.data, side, enquiry: enquiryId, enquiryStatus })
    if (posted.kind === 'refused') await outbox.remove(id)
    if ('reason' in posted) setFailure({ text, reason: reasonOf(posted) })
    else clear(id)
    setIsPosting(false)
    return posted.kind === 'sent' ? enquiryStatus : undefined
  }
  const takeBack = async ({ id, text: words, enquiryStatus }: TakenBack) => {
    // It has not left the box yet.
    if (isPosting && id === attempt?.key) return
    setIsTakingBack(true)
    draft.takeBack({ key: id, text: words, enquiryStatus })
    await outbox.remove(id)
    setIsTakingBack(false)
  }
  // What has been changed since is another comment, which has not failed.
  const reason = failure?.text === text ? failure.reason : undefined
  return { text, isKept: draft.isKept, write: draft.write, isPosting, failure: reason, send, takeBack }
}

export type WrittenComment = ReturnType<typeof useComment>

function reasonOf({ kind, reason }: Extract<PostResult, { reason: string }>) {
  return kind === 'unkept' ? `${reason}. This device cannot keep it for later: send it again before you leave` : reason
}

function isUnderWay(id: string, thread: Thread | undefined, { messages, sent }: OutboxState) {
  const isWaiting = messages.some((message) => message.id === id && message.refusal === undefined)
  return isWaiting || sent.some(({ kept }) => kept.id === id) || thread?.docs.some(({ clientId }) => clientId === id)
}
