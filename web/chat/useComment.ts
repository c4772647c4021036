import { useEffect, useRef, useState } from 'react'
import { SendMessage, type Side, type Thread } from '#contract/chat.ts'
import type { EnquiryStatus } from '#contract/enquiries.ts'
import { toastSuccess } from '#web/api/toasts.ts'
import { draftKey } from '#web/chat/drafts/drafts.ts'
import { moveDraft } from '#web/chat/drafts/moveDraft.ts'
import { useDraft } from '#web/chat/drafts/useDraft.ts'
import { useMessageFiles, type MessageFiles } from '#web/chat/files/useMessageFiles.ts'
import type { Outbox, PostResult } from '#web/chat/outbox/outbox.ts'
import type { OutboxState } from '#web/chat/outbox/outboxState.ts'
import type { OutgoingMessage } from '#web/chat/outbox/useOutbox.ts'
import type { FileRules } from '#web/documents/fileRules.ts'
import { entryOf, forgetFileOf } from '#web/storage/keptFiles.ts'

const { message: Comment } = SendMessage.shape

interface Place {
  userId: string
  /** The seat that the comment is written from. */
  side: Side
  enquiryId: string
  thread: Thread | undefined
}

/** A message that goes back into the box. */
type TakenBack = Pick<OutgoingMessage, 'id' | 'text' | 'files' | 'enquiryStatus'>

/**
 * The comment in the box, with its files. It stays there until the server has it, and if the server refuses it. If the
 * server cannot be reached, the comment leaves the box only if this device keeps it in the outbox.
 */
export function useComment(place: Place, outbox: Outbox, state: OutboxState, rules?: FileRules) {
  const { userId, side, enquiryId } = place
  const key = draftKey(userId, enquiryId, side)
  const draft = useDraft(key)
  const files = useMessageFiles(userId, key, draft, rules)
  const [isTakingBack, setIsTakingBack] = useState(false)
  const takenBack = useRef(new Set<string>())
  /** Nothing may be typed meanwhile: it would stay behind. */
  const [isMoving, setIsMoving] = useState(false)
  const { text, attempt } = draft
  const ids = files.chosen.map(({ key: id }) => id)
  const { ended, ...posting } = usePosting(place, outbox, { key, draft, files, ids })
  const { isPosting } = posting
  useClearedBox(place, state, draft, isPosting || isTakingBack)

  const takeBack = async (message: TakenBack) => {
    const { id, text: words, enquiryStatus } = message
    // What is being sent leaves the box first.
    await ended()
    // A second click must not bring the text twice.
    if (takenBack.current.has(id) || outbox.getState().messages.every((each) => each.id !== id)) return
    takenBack.current.add(id)
    setIsTakingBack(true)
    draft.takeBack({ key: id, text: words, files: message.files.map((file) => file.id), enquiryStatus })
    await outbox.remove(id, key)
    if (message.files.length > 0) await files.relist(message.files)
    setIsTakingBack(false)
    takenBack.current.delete(id)
  }
  /** Moves the comment to the box of another seat. Returns whether this device had room for it there. */
  const move = async (other: Side) => {
    const moved = ids.length > 0 ? await files.read() : []
    // One was refused, and the box says why.
    if (!moved) return undefined
    const isMoved = await moveDraft(text, moved, key, draftKey(userId, enquiryId, other), userId)
    if (isMoved) {
      draft.empty()
      files.drop(ids)
    }
    return isMoved
  }
  const moveTo = async (other: Side) => {
    if (isMoving) return undefined
    setIsMoving(true)
    try {
      return await move(other)
    } finally {
      setIsMoving(false)
    }
  }
  return {
    text,
    files,
    hasContent: hasContent(text, ids),
    attempted: attempt && contentOf(attempt.text, attempt.files) === contentOf(text.trim(), ids) ? attempt : undefined,
    isKept: draft.isKept,
    write: draft.write,
    ...posting,
    isPosting: isPosting || isMoving,
    takeBack,
    moveTo,
  }
}

export type WrittenComment = ReturnType<typeof useComment>

interface Box {
  key: string
  draft: ReturnType<typeof useDraft>
  files: MessageFiles
  /** The ids of the files. */
  ids: string[]
}

type Failed = Extract<PostResult, { reason: string }>

/** Hands what is in the box to the outbox. */
function usePosting({ side, enquiryId }: Place, outbox: Outbox, { key, draft, files, ids }: Box) {
  const [isPosting, setIsPosting] = useState(false)
  const last = useRef<Promise<unknown>>(undefined)
  const [failure, setFailure] = useState<{ content: string; result: Failed }>()
  const { text } = draft
  const post = async (message: string, status: EnquiryStatus | undefined) => {
    const sent = ids.length > 0 ? await files.read() : []
    if (!sent) return undefined
    const attempt = draft.attemptAt({ text: message, files: ids, enquiryStatus: status })
    const { key: id, enquiryStatus } = attempt
    const result = await outbox.post(id, { message, side, enquiry: enquiryId, enquiryStatus }, sent)
    if (!('reason' in result)) {
      draft.clear(id)
      files.drop(ids)
      // Where the outbox had no room for them, they are still with the draft.
      for (const fileId of ids) void forgetFileOf(key, fileId).catch(() => {})
      if (result.kind !== 'sent') return {}
      if (result.said && !enquiryStatus) toastSuccess(result.said)
      return { newStatus: enquiryStatus, said: result.said }
    }
    if (result.kind === 'refused') {
      // Another tab, which saw the comment in the outbox, may have emptied the box.
      if (draft.read().attempt?.key !== id) draft.takeBack(attempt)
      await outbox.remove(id, key)
      if (sent.length > 0) await files.relist(sent.map(entryOf))
    }
    setFailure({ content: contentOf(text, ids), result })
    return undefined
  }
  /**
   * With `status`, the comment also changes the enquiry, and the caller shows what the server has `said`. Resolves to
   * undefined if the comment stays in the box.
   */
  const send = async (status?: EnquiryStatus) => {
    const comment = Comment.safeParse(text)
    if (isPosting || !hasContent(text, ids) || files.hasTooMany || !comment.success) return undefined
    setIsPosting(true)
    setFailure(undefined)
    try {
      const posted = post(comment.data, status)
      last.current = posted
      return await posted
    } finally {
      setIsPosting(false)
    }
  }
  // Once its content is changed, it is another comment, which has not failed.
  return {
    isPosting,
    send,
    failure: failure?.content === contentOf(text, ids) ? failure.result : undefined,
    /** Resolves once nothing is being sent from the box. */
    ended: async () => void (await last.current?.catch(() => {})),
  }
}

/** After a reload, the box may still have a comment that was sent from it. */
function useClearedBox({ thread }: Place, state: OutboxState, { attempt, clear }: Box['draft'], isBusy: boolean) {
  const isBeingSent = attempt !== undefined && isInOutboxOrThread(attempt.key, thread, state)
  useEffect(() => {
    if (isBeingSent && !isBusy) clear(attempt.key)
  }, [isBeingSent, isBusy, attempt, clear])
}

function hasContent(text: string, files: string[]) {
  return text.trim() !== '' || files.length > 0
}

function contentOf(text: string, files: string[]) {
  return JSON.stringify([text, files])
}

/** Marks the box. The toast has `said` why; the reason names the files, if they are why. */
export function notSentText({ kind, reason, said = reason }: Failed) {
  if (kind === 'unkept') return 'Not sent. This device cannot keep it for later. Send it again before you leave'
  return reason === said ? 'Not sent' : `Not sent: ${reason}`
}

function isInOutboxOrThread(id: string, thread: Thread | undefined, { messages, sent }: OutboxState) {
  const isWaiting = messages.some((message) => message.id === id && message.refusal === undefined)
  return isWaiting || sent.some(({ kept }) => kept.id === id) || thread?.docs.some(({ clientId }) => clientId === id)
}
