import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import TextField from '@mui/material/TextField'
import { useId, type KeyboardEvent, type RefObject } from 'react'
import { limits } from '#contract/limits.ts'
import { WriteNote } from '#contract/notes.ts'
import { toFailure } from '#web/api/toFailure.ts'
import { draftKey } from '#web/chat/drafts/drafts.ts'
import { useDraft } from '#web/chat/drafts/useDraft.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import { RetryAlert } from '#web/components/notices/RetryAlert.tsx'
import { isShortcut } from '#web/components/shortcuts/shortcuts.ts'
import { useWriteNoteMutation } from './deskApi.ts'

interface NoteBoxProps {
  enquiryId: string
  userId: string
  input: RefObject<HTMLTextAreaElement | null>
}

const { note: NoteText } = WriteNote.shape
const rows = 3

export function NoteBox({ enquiryId, userId, input }: NoteBoxProps) {
  const { text, write, isSaving, failure, save: saveNote } = useNote(enquiryId, userId)
  const hintId = useId()
  const save = () => {
    input.current?.focus()
    void saveNote()
  }
  const saveByKey = (event: KeyboardEvent) => {
    if (isShortcut('send', event.nativeEvent)) save()
  }
  return (
    <>
      {failure && text && <RetryAlert message={`Not kept: ${failure.message}`} onRetry={save} />}
      <TextField
        fullWidth
        multiline
        rows={rows}
        placeholder="Write a note to your colleagues…"
        value={text}
        onChange={(event) => write(event.target.value)}
        onKeyDown={saveByKey}
        inputRef={input}
        slotProps={{
          htmlInput: {
            'aria-label': 'Internal note',
            'aria-describedby': hintId,
            readOnly: isSaving,
            maxLength: limits.note,
            dir: 'auto',
          },
        }}
      />
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
        <FormHelperText id={hintId} sx={{ m: 0 }}>
          Only those who answer see it
        </FormHelperText>
        <Button
          variant="contained"
          startIcon={<Icon name="sticky-note" />}
          loading={isSaving}
          loadingPosition="start"
          onClick={save}
          sx={{ flexShrink: 0 }}
        >
          Keep note
        </Button>
      </Box>
    </>
  )
}

/** A note that is being written: it stays in the box until the server has it. */
function useNote(enquiryId: string, userId: string) {
  const { text, write, attemptAt, clear } = useDraft(draftKey(userId, enquiryId, 'note'))
  const [writeNote, { isLoading: isSaving, error }] = useWriteNoteMutation()
  const save = async () => {
    const note = NoteText.safeParse(text)
    if (isSaving || !note.success) return
    const { key: idempotencyKey } = attemptAt(note.data)
    const answer = await writeNote({ body: { enquiry: enquiryId, note: note.data }, idempotencyKey })
    if (answer.error) console.error('Failed to write note', answer.error)
    else clear(idempotencyKey)
  }
  return { text, write, isSaving, failure: error && toFailure(error), save }
}
