import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { useId, type KeyboardEvent } from 'react'
import type { User } from '#contract/accounts.ts'
import type { Enquiry, EnquiryStatus } from '#contract/enquiries.ts'
import { CommentHint, isTooLong } from '#web/chat/CommentHint.tsx'
import type { BoxProps } from '#web/chat/thread/ThreadCard.tsx'
import { RetryAlert } from '#web/components/notices/RetryAlert.tsx'
import { isShortcut } from '#web/components/shortcuts/shortcuts.ts'
import { CannedResponseOptions } from '#web/desk/cannedResponses/CannedResponseOptions.tsx'
import { useSlashResponses } from '#web/desk/cannedResponses/useSlashResponses.ts'
import { offerUndoOfReply } from '#web/enquiries/undo/offerUndo.ts'
import { useAppDispatch } from '#web/hooks.ts'
import { SendButton } from './SendButton.tsx'

interface ReplyBoxProps extends BoxProps {
  enquiry: Enquiry | undefined
  user: User
  onTyped: () => void
}

const rows = 3

export function ReplyBox({ comment, input, enquiry, user, onTyped }: ReplyBoxProps) {
  const { text, write, isPosting, isKept, failure } = comment
  const [hintId, listId] = [useId(), useId()]
  const slash = useSlashResponses({ text, input, enquiry, user, onWritten: write })
  const send = useSending({ comment, input, enquiry })
  const listen = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (isShortcut('send', event.nativeEvent)) send()
    else if (isShortcut('sendAndClose', event.nativeEvent)) send('closed')
    else slash.listen(event)
  }
  return (
    <>
      {failure && <RetryAlert message={`Not sent: ${failure}`} retryLabel="Send again" onRetry={() => send()} />}
      {!isKept && (
        <Alert severity="warning">This device has no room to keep what you type: send it before you leave.</Alert>
      )}
      <Box sx={{ position: 'relative' }}>
        <CannedResponseOptions id={listId} slash={slash} />
        <TextField
          fullWidth
          multiline
          rows={rows}
          placeholder={slash.isOn ? 'Write an answer… / for canned responses' : 'Write an answer…'}
          value={text}
          error={isTooLong(text)}
          onChange={(event) => {
            write(event.target.value)
            slash.noteCaret()
            onTyped()
          }}
          onSelect={slash.noteCaret}
          onBlur={slash.close}
          onKeyDown={listen}
          inputRef={input}
          slotProps={{
            htmlInput: {
              'aria-label': 'Answer',
              'aria-describedby': hintId,
              'aria-haspopup': 'listbox',
              'aria-autocomplete': 'list',
              'aria-controls': slash.options.length > 0 ? listId : undefined,
              'aria-activedescendant': slash.options.length > 0 ? `${listId}-${slash.active}` : undefined,
              readOnly: isPosting,
              dir: 'auto',
            },
          }}
          sx={{ '& textarea:read-only': { color: 'text.secondary' } }}
        />
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
        <CommentHint id={hintId} text={text} />
        <SendButton isPosting={isPosting} onSent={send} />
      </Box>
    </>
  )
}

/** What an answer has made of its enquiry can be undone, as any other change of the status. */
function useSending({ comment, input, enquiry }: Pick<ReplyBoxProps, 'comment' | 'input' | 'enquiry'>) {
  const dispatch = useAppDispatch()
  const send = async (status?: EnquiryStatus) => {
    const became = await comment.send(status)
    if (became && enquiry) await offerUndoOfReply(dispatch, enquiry)
  }
  return (status?: EnquiryStatus) => {
    input.current?.focus()
    void send(status)
  }
}
