import FormHelperText from '@mui/material/FormHelperText'
import { useId, type RefObject } from 'react'
import { limits } from '#contract/limits.ts'
import { WriteNote } from '#contract/notes.ts'
import { draftKey } from '#web/chat/drafts/drafts.ts'
import { useDraft } from '#web/chat/drafts/useDraft.ts'
import { TextBox } from '#web/chat/TextBox.tsx'
import { useWriteNoteMutation } from '#web/desk/deskApi.ts'
import { MentionOptions } from '#web/desk/mentions/MentionOptions.tsx'
import { useMentions } from '#web/desk/mentions/useMentions.ts'
import { useBoxRows } from './useBoxRows.ts'

interface NoteBoxProps {
  enquiryId: string
  userId: string
  input: RefObject<HTMLTextAreaElement | null>
}

const { note: NoteText } = WriteNote.shape

export function NoteBox({ enquiryId, userId, input }: NoteBoxProps) {
  const { text, isKept, write, isSaving, hasFailed, save, offer, mentioned } = useNote(enquiryId, userId, input)
  const hintId = useId()
  const rows = useBoxRows()
  const notified = mentioned.map(({ name }) => name).join(', ')
  return (
    <TextBox
      input={input}
      label="Internal note"
      placeholder="Write a note to your colleagues… @ to notify one"
      text={text}
      rows={rows}
      maxLength={limits.note}
      isSending={isSaving}
      failure={hasFailed && text ? 'Not added' : undefined}
      isKept={isKept}
      hint={
        <FormHelperText id={hintId} sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere' }}>
          {notified ? `Visible to agents only. Notifies ${notified}` : 'Visible to agents only'}
        </FormHelperText>
      }
      hintId={hintId}
      button={{ label: 'Add note', icon: 'sticky-note' }}
      offer={{ ...offer, list: <MentionOptions offer={offer} /> }}
      onWritten={write}
      onSent={() => void save()}
    />
  )
}

/** The note, and the people chosen in it, stay in the box until the server has it. */
function useNote(enquiryId: string, userId: string, input: NoteBoxProps['input']) {
  const { text, chosen = [], isKept, write, attemptAt, clear } = useDraft(draftKey(userId, enquiryId, 'note'))
  const { offer, mentioned } = useMentions({ text, chosen, input, userId, onWritten: write })
  const [writeNote, { isLoading: isSaving, isError }] = useWriteNoteMutation()
  const save = async () => {
    const note = NoteText.safeParse(text)
    if (isSaving || !note.success) return
    const mentions = mentioned.map(({ _id }) => _id)
    const { key: idempotencyKey } = attemptAt({ text: note.data, mentions })
    const result = await writeNote({ body: { enquiry: enquiryId, note: note.data, mentions }, idempotencyKey })
    if (result.error) console.error('Failed to write note', result.error)
    else clear(idempotencyKey)
  }
  return { text, isKept, write: (next: string) => write(next), isSaving, hasFailed: isError, save, offer, mentioned }
}
