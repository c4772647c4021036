import { useMemo } from 'react'
import type { User } from '#contract/accounts.ts'
import type { Enquiry } from '#contract/enquiries.ts'
import type { Note } from '#contract/notes.ts'
import { questionOf } from '#web/chat/thread/Question.tsx'
import { ThreadCard } from '#web/chat/thread/ThreadCard.tsx'
import type { Between } from '#web/chat/thread/threadItems.ts'
import { useStatusMarks } from '#web/chat/thread/useStatusMarks.tsx'
import type { useThread } from '#web/chat/thread/useThread.ts'
import type { PresentPerson } from '#web/events/presence.ts'
import { useRefetchOn } from '#web/events/useRefetchOn.ts'
import { useGetNotesQuery } from './deskApi.ts'
import { DeskBox } from './DeskBox.tsx'
import { NoteItem } from './NoteItem.tsx'

interface HostThreadProps {
  enquiryId: string
  enquiry: Enquiry | undefined
  /** The enquiry is being loaded. */
  isLoading: boolean
  user: User
  thread: ReturnType<typeof useThread>
  others: PresentPerson[]
  /** Whether single keys start a reply or a note. */
  hasKeys: boolean
  onTyped: () => void
  /** Opens the next enquiry of the queue; undefined if there is none. */
  onNext?: () => void
}

/** The thread from the host's seat, with its notes and a box for replies and notes. */
export function HostThread({ enquiryId, enquiry, isLoading, user, thread, others, ...box }: HostThreadProps) {
  const between = useBetween(enquiryId, enquiry)
  return (
    <ThreadCard
      enquiryId={enquiryId}
      userId={user._id}
      // The question comes first, and must not push the messages down later.
      thread={isLoading ? undefined : thread.thread}
      others={others}
      failure={thread.failure}
      onRetry={thread.refresh}
      between={between}
      renderBox={(comment) => <DeskBox {...comment} {...box} {...{ enquiryId, enquiry, user }} />}
    />
  )
}

/** The question, the notes and the status changes, which are shown between the messages. */
function useBetween(enquiryId: string, enquiry: Enquiry | undefined): Between[] {
  const marks = useStatusMarks(enquiryId)
  const notes = useGetNotesQuery(enquiryId, { refetchOnMountOrArgChange: true })
  useRefetchOn(({ subject, id }) => subject === 'note' && id === enquiryId, notes)
  return useMemo(() => {
    const question = enquiry ? [questionOf(enquiry)] : []
    return [...question, ...marks, ...(notes.data ?? []).map(toBetween)]
  }, [enquiry, marks, notes.data])
}

function toBetween(note: Note): Between {
  return { key: note._id, afterSeq: note.afterSeq, at: note.createdAt, content: <NoteItem note={note} /> }
}
