import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import { useMemo, useRef, type ReactNode, type RefObject } from 'react'
import type { Message, Thread } from '#contract/chat.ts'
import type { Enquiry } from '#contract/enquiries.ts'
import { CommentBox } from '#web/chat/CommentBox.tsx'
import type { ReadFile } from '#web/chat/files/OutgoingFiles.tsx'
import { MissingParts, type ThreadPart } from '#web/chat/MissingParts.tsx'
import { OutboxNotice } from '#web/chat/outbox/OutboxNotice.tsx'
import type { OutgoingActions } from '#web/chat/outbox/OutgoingItem.tsx'
import { useOutbox, type OutgoingMessage } from '#web/chat/outbox/useOutbox.ts'
import { useSeat } from '#web/chat/seat.ts'
import { useComment, type WrittenComment } from '#web/chat/useComment.ts'
import { LoadFailed } from '#web/components/notices/LoadFailed.tsx'
import { RetryAlert } from '#web/components/notices/RetryAlert.tsx'
import { useShortcut } from '#web/components/shortcuts/useShortcut.ts'
import type { PresentPerson } from '#web/events/presence.ts'
import { TypingLine } from '#web/events/TypingLine.tsx'
import { AnnouncedMessages } from './AnnouncedMessages.tsx'
import { EarlierMessages, useEarlierMessages } from './EarlierMessages.tsx'
import { MessageList } from './MessageList.tsx'
import { questionOf } from './Question.tsx'
import type { Between } from './threadItems.ts'
import { ThreadSkeleton } from './ThreadSkeleton.tsx'
import type { useThread } from './useThread.ts'

/** A thread and the enquiry that it belongs to. */
export interface OpenThread {
  enquiryId: string
  enquiry: Enquiry | undefined
  /** The enquiry is being loaded. */
  isLoading: boolean
  userId: string
  thread: ReturnType<typeof useThread>
  others: PresentPerson[]
}

interface ThreadCardProps extends OpenThread {
  /** Shown between the messages. */
  between: Between[]
  /** What is loaded apart from the messages: it says if it is missing. */
  parts: ThreadPart[]
  /** Shown below a message. */
  belowMessage?: (message: Message) => ReactNode
  /** Decides whether a failed message is sent again. */
  askToResend?: (resend: Resend) => void
  /** Replaces the usual box. */
  renderBox?: (box: BoxProps) => ReactNode
}

/** A failed message that its writer wants to send again. */
export interface Resend {
  message: OutgoingMessage
  send: () => void
  /** Takes it out of the outbox; its files go to this draft. */
  moveTo: (draftId: string) => Promise<void>
}

export interface BoxProps {
  comment: WrittenComment
  input: RefObject<HTMLTextAreaElement | null>
}

const emptyThread: Thread = {
  docs: [],
  totalDocs: 0,
  hasEarlier: false,
  hasLater: false,
  seenBy: { customer: 0, host: 0 },
}

/** The question, the messages and what is between them, with a box at the end. */
export function ThreadCard(props: ThreadCardProps) {
  const { enquiryId, enquiry, isLoading, userId, others, between, parts, belowMessage } = props
  const { renderBox = (box: BoxProps) => <CommentBox {...box} />, askToResend = ({ send }) => send() } = props
  const { failure, refresh } = props.thread
  // The question comes first, and must not push the messages down later.
  const thread = isLoading ? undefined : props.thread.thread
  const entries = useMemo(() => (enquiry ? [questionOf(enquiry), ...between] : between), [enquiry, between])
  const { own: side } = useSeat()
  const { outbox, state, outgoing } = useOutbox(userId, enquiryId, thread)
  const comment = useComment({ userId, side, enquiryId, thread }, outbox, state)
  const input = useRef<HTMLTextAreaElement>(null)
  const outgoingActions: OutgoingActions = {
    onResent: (message) => {
      const { id } = message
      askToResend({
        message,
        send: () => void outbox.resend(id),
        moveTo: (draftId) => outbox.remove(id, draftId),
      })
    },
    onDiscarded: ({ id }) => void outbox.remove(id),
    onTakenBack: (message) => {
      void comment.takeBack(message)
      input.current?.focus()
    },
  }
  // Outgoing messages are shown even if the thread cannot be loaded.
  const shown = thread ?? (failure && outgoing.length > 0 ? emptyThread : undefined)
  const isWaiting = !comment.isPosting && outgoing.some((message) => message.state === 'waiting')
  return (
    <Card sx={{ flexGrow: 1, display: 'flex', flexDirection: 'column' }}>
      {shown && (
        <Messages
          {...{ enquiryId, enquiry, userId, outgoing, outgoingActions, belowMessage }}
          readFile={outbox.readFile}
          between={entries}
          thread={shown}
        />
      )}
      {!shown &&
        (failure ? <LoadFailed what="The comments" failure={failure} onRetry={refresh} /> : <ThreadSkeleton />)}
      {shown && failure && (
        <Box sx={{ px: { xs: 1.5, sm: 3 }, pb: 1.5 }}>
          <RetryAlert message="The comments could not be loaded" onRetry={refresh} />
        </Box>
      )}
      {isWaiting && state.problem && <OutboxNotice onRetry={outbox.retry} />}
      <TypingLine people={others} />
      {/* A thread that could not be loaded says so itself. */}
      {!failure && <MissingParts parts={parts} />}
      {renderBox({ comment, input })}
    </Card>
  )
}

interface MessagesProps extends Pick<ThreadCardProps, 'belowMessage'> {
  enquiryId: string
  enquiry: Enquiry | undefined
  userId: string
  thread: Thread
  between: Between[]
  outgoing: OutgoingMessage[]
  outgoingActions: OutgoingActions
  readFile: ReadFile
}

function Messages({ userId, ...shown }: MessagesProps) {
  const { enquiryId, thread } = shown
  const earlier = useEarlierMessages(enquiryId, thread)
  const { own } = useSeat()
  useShortcut('print', () => void earlier.loadAll().finally(() => window.print()))
  return (
    <>
      <AnnouncedMessages messages={thread.docs} userId={userId} />
      <MessageList
        {...shown}
        onNearStart={() => void (earlier.failure ?? earlier.load())}
        hint={
          own === 'customer' ? 'Write a comment below. Support replies here.' : 'Reply below. The requester sees it.'
        }
        above={
          <EarlierMessages
            hasEarlier={thread.hasEarlier}
            isLoading={earlier.isLoading}
            hasFailed={earlier.failure !== undefined}
            onLoad={() => void earlier.load()}
          />
        }
      />
    </>
  )
}
