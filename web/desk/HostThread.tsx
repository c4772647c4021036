import { useMemo } from 'react'
import type { User } from '#contract/accounts.ts'
import type { Note } from '#contract/notes.ts'
import { ThreadCard, type OpenThread } from '#web/chat/thread/ThreadCard.tsx'
import type { Between } from '#web/chat/thread/threadItems.ts'
import { useStatusMarks } from '#web/chat/thread/useStatusMarks.tsx'
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
  const between = useMarksAndNotes(enquiryId, user._id)
  return (
    <ThreadCard
      {...opened}
      userId={user._id}
      between={between}
      renderBox={(box) => <DeskBox {...box} {...{ enquiryId, enquiry, user, hasKeys, onTyped, onNext }} />}
    />
  )
}

function useMarksAndNotes(enquiryId: string, userId: string): Between[] {
  const marks = useStatusMarks(enquiryId)
  const notes = useGetNotesQuery(enquiryId, { refetchOnMountOrArgChange: true })
  useRefetchOn(({ subject, id }) => subject === 'note' && id === enquiryId, notes)
  return useMemo(
    () => [...marks, ...(notes.data ?? []).map((note) => toBetween(note, userId))],
    [marks, notes.data, userId],
  )
}

function toBetween(note: Note, userId: string): Between {
  return {
    key: note._id,
    afterSeq: note.afterSeq,
    at: note.createdAt,
    content: <NoteItem note={note} userId={userId} />,
  }
}
