import FormHelperText from '@mui/material/FormHelperText'
import { useId, type RefObject } from 'react'
import { limits } from '#contract/limits.ts'
import { WriteNote } from '#contract/notes.ts'
import { toFailure } from '#web/api/toFailure.ts'
import { draftKey } from '#web/chat/drafts/drafts.ts'
import { useDraft } from '#web/chat/drafts/useDraft.ts'
import { TextBox } from '#web/chat/TextBox.tsx'
import { useWriteNoteMutation } from '#web/desk/deskApi.ts'

interface NoteBoxProps {
  enquiryId: string
  userId: string
  input: RefObject<HTMLTextAreaElement | null>
}

const { note: NoteText } = WriteNote.shape

export function NoteBox({ enquiryId, userId, input }: NoteBoxProps) {
  const { text, isKept, write, isSaving, failure, save } = useNote(enquiryId, userId)
  const hintId = useId()
  return (
    <TextBox
      input={input}
      label="Internal note"
      placeholder="Write a note to your colleagues…"
      text={text}
      maxLength={limits.note}
      isSending={isSaving}
      failure={failure && text ? { message: `Not added: ${failure.message}`, retryLabel: 'Try again' } : undefined}
      isKept={isKept}
      hint={
        <FormHelperText id={hintId} sx={{ m: 0 }}>
          Visible to agents only
        </FormHelperText>
      }
      hintId={hintId}
      button={{ label: 'Add note', icon: 'sticky-note' }}
      onWritten={write}
      onSent={() => void save()}
    />
  )
}

/** The note stays in the box until the server has it. */
function useNote(enquiryId: string, userId: string) {
  const { text, isKept, write, attemptAt, clear } = useDraft(draftKey(userId, enquiryId, 'note'))
  const [writeNote, { isLoading: isSaving, error }] = useWriteNoteMutation()
  const save = async () => {
    const note = NoteText.safeParse(text)
    if (isSaving || !note.success) return
    const { key: idempotencyKey } = attemptAt(note.data)
    const result = await writeNote({ body: { enquiry: enquiryId, note: note.data }, idempotencyKey })
    if (result.error) console.error('Failed to write note', result.error)
    else clear(idempotencyKey)
  }
  return { text, isKept, write, isSaving, failure: error && toFailure(error), save }
}
