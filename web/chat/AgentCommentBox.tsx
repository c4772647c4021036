import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import type { Enquiry } from '#contract/enquiries.ts'
import { paths, withReplyBox } from '#web/navigation/paths.ts'
import { useRouter } from '#web/navigation/useRouter.ts'
import { CommentBox } from './CommentBox.tsx'
import { ReopenDialog } from './lazyReopenDialog.ts'
import type { BoxProps } from './thread/ThreadCard.tsx'
import { wouldReopen } from './useResendQuestion.tsx'

interface AgentCommentBoxProps extends BoxProps {
  enquiryId: string
  enquiry: Enquiry | undefined
}

/** The comment box for people who may answer. Here they write as the customer, which they rarely mean to do. */
export function AgentCommentBox({ comment, input, enquiryId, enquiry }: AgentCommentBoxProps) {
  const [isAsking, setIsAsking] = useState(false)
  const { hasRoom, replyInstead } = useReplyInstead(enquiryId, comment)
  const send = () => {
    if (wouldReopen(enquiry) && comment.hasContent) setIsAsking(true)
    else void comment.send()
  }
  const sendAnyway = () => {
    setIsAsking(false)
    void comment.send()
  }
  return (
    <>
      <Box sx={{ px: { xs: 1.5, sm: 3 }, pb: 1.5 }}>
        <Alert
          severity={hasRoom ? 'info' : 'warning'}
          role={hasRoom ? 'note' : 'alert'}
          action={
            <Button color="inherit" size="small" disabled={comment.isPosting} onClick={() => void replyInstead()}>
              Reply as support instead
            </Button>
          }
          sx={{ flexWrap: 'wrap', '& .MuiAlert-action': { pt: 0, alignItems: 'center' } }}
        >
          {hasRoom
            ? 'You are writing as the customer.'
            : 'This device has no room to move your text and files. Send them here, or copy the text before you leave.'}
        </Alert>
      </Box>
      <CommentBox comment={comment} input={input} onSent={send} />
      <ReopenDialog
        open={isAsking}
        enquiryId={enquiry?.enquiryId ?? ''}
        isClosed={enquiry?.enquiryStatus === 'closed'}
        onClosed={() => setIsAsking(false)}
        onConfirmed={sendAnyway}
        onReplied={() => {
          setIsAsking(false)
          void replyInstead()
        }}
      />
    </>
  )
}

/** Takes the comment to the reply box on the desk. Without room for it there, it stays here. */
function useReplyInstead(enquiryId: string, { moveTo }: BoxProps['comment']) {
  const router = useRouter()
  const [hasRoom, setHasRoom] = useState(true)
  const replyInstead = async () => {
    const isMoved = await moveTo('host')
    if (isMoved === undefined) return
    setHasRoom(isMoved)
    if (isMoved) void router.push(paths.deskEnquiry(enquiryId), withReplyBox)
  }
  return { hasRoom, replyInstead }
}
