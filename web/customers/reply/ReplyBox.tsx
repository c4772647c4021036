import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useRef } from 'react'
import { limits } from '#contract/limits.ts'
import type { WrittenComment } from '#web/chat/useComment.ts'
import { TextField } from '#web/components/forms/TextField.tsx'
import { Icon } from '#web/components/icons/Icon.tsx'
import { isShortcut } from '#web/components/shortcuts/shortcuts.ts'
import { PageAlert } from '#web/customers/thread/PageAlert.tsx'
import { useTexts } from '#web/customers/thread/threadTexts.ts'
import { visuallyHidden } from '#web/theme/sharedStyles.ts'
import { sizes } from '#web/theme/sizes.ts'
import { useReason } from './reasons.ts'
import { AddFiles, ReplyFiles } from './ReplyFiles.tsx'

const phone = '@media (max-width: 599.95px)'

interface ReplyBoxProps {
  comment: WrittenComment
  /** The enquiry is closed, and a message reopens it. */
  canReopen: boolean
}

/** The box at the end of the page. Its content stays until the server has it. */
export function ReplyBox({ comment, canReopen }: ReplyBoxProps) {
  const { text, tooLong } = useTexts()
  const reasonText = useReason()
  const input = useRef<HTMLTextAreaElement>(null)
  const { text: written, files, failure, isPosting, write } = comment
  const isTooLong = written.trim().length > limits.message
  const isKept = comment.isKept && files.isKept
  const send = () => {
    input.current?.focus()
    void comment.send()
  }
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {canReopen && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {text('reopen')}
        </Typography>
      )}
      {failure && <PageAlert severity="error">{reasonText(failure.reason)}</PageAlert>}
      {!failure && !isKept && <PageAlert severity="warning">{text('unkept')}</PageAlert>}
      <ReplyFiles files={files} isFixed={isPosting} input={input} />
      <Box sx={{ display: 'flex', alignItems: 'flex-end', gap: 1 }}>
        <AddFiles onChosen={files.add} />
        <TextField
          fullWidth
          multiline
          minRows={1}
          maxRows={8}
          placeholder={text('write')}
          value={written}
          error={isTooLong}
          helperText={isTooLong && tooLong(limits.message)}
          onChange={(event) => write(event.target.value)}
          onKeyDown={(event) => {
            if (isShortcut('send', event.nativeEvent)) send()
          }}
          inputRef={input}
          slotProps={{ htmlInput: { 'aria-label': text('write'), readOnly: isPosting, dir: 'auto' } }}
          sx={{ '& .MuiInputBase-multiline': { py: 1.25, minHeight: sizes.finger } }}
        />
        <Button variant="contained" loading={isPosting} onClick={send} sx={button}>
          <Icon name="send" size="small" />
          <Box component="span" sx={label}>
            {text('send')}
          </Box>
        </Button>
      </Box>
    </Box>
  )
}

/** The plane flies to the end of the line. */
const button = {
  flexShrink: 0,
  minHeight: sizes.finger,
  gap: 1,
  '[dir=rtl] & svg': { transform: 'scaleX(-1)' },
} as const

/** On a phone, the word would leave no room for the field in most languages. */
const label = { [phone]: visuallyHidden } as const
