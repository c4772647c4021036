import { useMemo } from 'react'
import type { User } from '#contract/accounts.ts'
import type { Note } from '#contract/notes.ts'
import { ThreadCard, type OpenThread } from '#web/chat/thread/ThreadCard.tsx'
import type { Between } from '#web/chat/thread/threadItems.ts'
import { useHistoryMarks } from '#web/chat/thread/useHistoryMarks.tsx'
import { useHeldInThread } from '#web/customers/incoming/useHeldInThread.tsx'
import { useUndelivered } from '#web/customers/mails/useUndelivered.tsx'
import { useRefetchOn } from '#web/events/useRefetchOn.ts'
import { DeskBox } from './box/DeskBox.tsx'
import { useGetNotesQuery } from './deskApi.ts'
import { NoteItem } from './NoteItem.tsx'

interface HostThreadProps extends Omit<OpenThread, 'userId'> {
  user: User
  /** Whether single keys start a reply or a note. */
  hasKeys: boolean
  onTyped: () => void
  /** Opens the next enquiry of the queue; undefined if there is none. */
  onNext?: () => void
}

/** The thread from the host's seat, with its notes and a box for replies and notes. */
export function HostThread({ user, hasKeys, onTyped, onNext, ...opened }: HostThreadProps) {
  const { enquiryId, enquiry } = opened
  const marks = useHistoryMarks(enquiryId)
  const notes = useNotes(enquiryId, user._id)
  const undelivered = useUndelivered(enquiryId, enquiry)
  const held = useHeldInThread(enquiryId, enquiry)
  const between = useMemo(() => [...marks.shown, ...notes.shown, ...held.shown], [marks.shown, notes.shown, held.shown])
  return (
    <>
      <ThreadCard
        {...opened}
        userId={user._id}
        between={between}
        belowMessage={undelivered.markOf}
        parts={[
          marks,
          { name: 'internal notes', ...notes },
          { name: 'undelivered emails', ...undelivered },
          { name: 'emails that are held back', ...held },
        ]}
        renderBox={(box) => <DeskBox {...box} {...{ enquiryId, enquiry, user, hasKeys, onTyped, onNext }} />}
      />
      {undelivered.dialog}
    </>
  )
}

function useNotes(enquiryId: string, userId: string) {
  const notes = useGetNotesQuery(enquiryId, { refetchOnMountOrArgChange: true })
  useRefetchOn(({ subject, id }) => subject === 'note' && id === enquiryId, notes)
  const shown = useMemo(() => (notes.data ?? []).map((note) => toBetween(note, userId)), [notes.data, userId])
  return { shown, hasFailed: notes.isError, retry: notes.refetch }
}

function toBetween(note: Note, userId: string): Between {
  return {
    key: note._id,
    afterSeq: note.afterSeq,
    at: note.createdAt,
    content: <NoteItem note={note} userId={userId} />,
  }
}
