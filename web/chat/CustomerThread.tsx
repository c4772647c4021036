import { useAbility } from '@casl/react'
import type { AppAbility } from '#contract/accounts/abilities.ts'
import { ThreadCard, type OpenThread } from '#web/chat/thread/ThreadCard.tsx'
import { useHistoryMarks } from '#web/chat/thread/useHistoryMarks.tsx'
import { AgentCommentBox } from './AgentCommentBox.tsx'
import { useResendQuestion } from './useResendQuestion.tsx'

/** The thread from the customer's seat: the question, the messages and the changes of status. */
export function CustomerThread(opened: OpenThread) {
  const { userId, enquiryId, enquiry } = opened
  const marks = useHistoryMarks(enquiryId)
  const canAnswer = useAbility<AppAbility>().can('answer', 'enquiry')
  const { ask, dialog } = useResendQuestion(userId, enquiry)
  const shown = { between: marks.shown, parts: [marks] }
  if (!canAnswer) return <ThreadCard {...opened} {...shown} />
  return (
    <>
      <ThreadCard
        {...opened}
        {...shown}
        askToResend={ask}
        renderBox={(box) => <AgentCommentBox {...box} {...{ enquiryId, enquiry }} />}
      />
      {dialog}
    </>
  )
}
