import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useId, type KeyboardEvent, type RefObject } from 'react'
import { TextField } from '#web/components/forms/TextField.tsx'
import { Icon } from '#web/components/icons/Icon.tsx'
import { RetryAlert } from '#web/components/notices/RetryAlert.tsx'
import { isShortcut } from '#web/components/shortcuts/shortcuts.ts'
import { CommentHint, isTooLong } from './CommentHint.tsx'
import type { WrittenComment } from './useComment.ts'

interface CommentBoxProps {
  comment: WrittenComment
  input: RefObject<HTMLTextAreaElement | null>
}

const rows = 3

/** What was written stays in the box until the server has it, or this device keeps it on its way there. */
export function CommentBox({ comment, input }: CommentBoxProps) {
  const { text, write, isPosting, isKept, failure } = comment
  const hintId = useId()
  const send = () => {
    input.current?.focus()
    void comment.send()
  }
  const sendByKey = (event: KeyboardEvent) => {
    if (isShortcut('send', event.nativeEvent)) send()
  }
  return (
    <Box sx={{ display: 'grid', gap: 1, p: { xs: 1.5, sm: 3 }, pt: { sm: 2 }, borderTop: 1, borderColor: 'divider' }}>
      {failure && <RetryAlert message={`Not sent: ${failure}`} retryLabel="Send again" onRetry={send} />}
      {!isKept && (
        <Alert severity="warning">This device has no room to keep what you type: send it before you leave.</Alert>
      )}
      <TextField
        fullWidth
        multiline
        rows={rows}
        placeholder="Write a comment..."
        value={text}
        error={isTooLong(text)}
        onChange={(event) => write(event.target.value)}
        onKeyDown={sendByKey}
        inputRef={input}
        slotProps={{
          htmlInput: { 'aria-label': 'Comment', 'aria-describedby': hintId, readOnly: isPosting, dir: 'auto' },
        }}
        sx={{ '& textarea:read-only': { color: 'text.secondary' } }}
      />
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 2 }}>
        <CommentHint id={hintId} text={text} />
        <Button
          variant="contained"
          startIcon={<Icon name="send" />}
          loading={isPosting}
          loadingPosition="start"
          onClick={send}
          sx={{ flexShrink: 0 }}
        >
          Send Comment
        </Button>
      </Box>
    </Box>
  )
}
