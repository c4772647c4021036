import type { User } from '#contract/accounts.ts'
import type { Enquiry } from '#contract/enquiries.ts'
import type { useThread } from '#web/chat/thread/useThread.ts'
import { usePresence } from '#web/events/usePresence.ts'
import { withReplyBox } from '#web/navigation/paths.ts'
import type { DeskQuery } from './deskQuery.ts'
import { HostThread } from './HostThread.tsx'
import { ThreadPaneHeading } from './ThreadPaneHeading.tsx'

interface ThreadPaneProps {
  enquiryId: string
  enquiry: Enquiry | undefined
  isLoading: boolean
  user: User
  query: DeskQuery
  isPhone: boolean
  thread: ReturnType<typeof useThread>
  /** Opens the next enquiry of the queue, with this history state. */
  onNext: ((state?: object) => void) | undefined
}

export function ThreadPane({ query, isPhone, onNext, ...opened }: ThreadPaneProps) {
  const { others, noteTyping } = usePresence(opened.user._id, opened.enquiryId, 'desk')
  return (
    <>
      <ThreadPaneHeading enquiry={opened.enquiry} user={opened.user} {...{ others, query, isPhone, onNext }} />
      <HostThread
        {...opened}
        others={others}
        hasKeys
        onTyped={noteTyping}
        onNext={onNext && (() => onNext(withReplyBox))}
      />
    </>
  )
}
