import Box from '@mui/material/Box'
import { useId, type RefObject } from 'react'
import { CommentHint, isTooLong } from './CommentHint.tsx'
import { AttachButton } from './files/AttachButton.tsx'
import { ChosenFiles } from './files/ChosenFiles.tsx'
import { TextBox } from './TextBox.tsx'
import { notSentText, type WrittenComment } from './useComment.ts'

interface CommentBoxProps {
  comment: WrittenComment
  /** Called instead of sending the comment at once. */
  onSent?: () => void
  input: RefObject<HTMLTextAreaElement | null>
}

export function CommentBox({ comment, input, onSent = () => void comment.send() }: CommentBoxProps) {
  const { text, files, write, isPosting, isKept, failure } = comment
  const hintId = useId()
  return (
    <Box sx={{ display: 'grid', gap: 1, p: { xs: 1.5, sm: 3 }, pt: { sm: 2 }, borderTop: 1, borderColor: 'divider' }}>
      <TextBox
        input={input}
        label="Comment"
        placeholder="Write a comment..."
        text={text}
        isTooLong={isTooLong(text)}
        isSending={isPosting}
        failure={failure && notSentText(failure)}
        isKept={isKept}
        areFilesKept={files.isKept}
        hint={<CommentHint id={hintId} text={text} />}
        hintId={hintId}
        button={{ label: 'Send Comment', icon: 'send' }}
        files={<ChosenFiles files={files} isFixed={isPosting} input={input} />}
        attach={<AttachButton onChosen={files.add} />}
        onWritten={write}
        onSent={onSent}
      />
    </Box>
  )
}
