import { useAbility } from '@casl/react'
import { useMemo } from 'react'
import type { AppAbility } from '#contract/accounts.ts'
import type { Enquiry } from '#contract/enquiries.ts'
import { questionOf } from '#web/chat/thread/Question.tsx'
import { ThreadCard } from '#web/chat/thread/ThreadCard.tsx'
import { useStatusMarks } from '#web/chat/thread/useStatusMarks.tsx'
import type { useThread } from '#web/chat/thread/useThread.ts'
import type { PresentPerson } from '#web/events/presence.ts'
import { AgentCommentBox } from './AgentCommentBox.tsx'

interface CustomerThreadProps {
  enquiryId: string
  enquiry: Enquiry | undefined
  /** The enquiry is being loaded. */
  isLoading: boolean
  userId: string
  thread: ReturnType<typeof useThread>
  others: PresentPerson[]
}

/** The thread from the customer's seat: the question, the messages and the changes of status. */
export function CustomerThread({ enquiryId, enquiry, isLoading, userId, thread, others }: CustomerThreadProps) {
  const marks = useStatusMarks(enquiryId)
  const between = useMemo(() => (enquiry ? [questionOf(enquiry), ...marks] : marks), [enquiry, marks])
  const canAnswer = useAbility<AppAbility>().can('answer', 'enquiry')
  return (
    <ThreadCard
      enquiryId={enquiryId}
      userId={userId}
      // The question comes first, and must not push the messages down later.
      thread={isLoading ? undefined : thread.thread}
      others={others}
      failure={thread.failure}
      onRetry={thread.refresh}
      between={between}
      renderBox={canAnswer ? (box) => <AgentCommentBox {...box} {...{ userId, enquiryId, enquiry }} /> : undefined}
    />
  )
}
