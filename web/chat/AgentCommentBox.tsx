import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import type { Enquiry, EnquiryStatus } from '#contract/enquiries.ts'
import { lazyPart } from '#web/components/lazy/lazyPart.tsx'
import { paths, withReplyBox } from '#web/navigation/paths.ts'
import { useRouter } from '#web/navigation/useRouter.ts'
import { CommentBox } from './CommentBox.tsx'
import { draftKey, moveText } from './drafts/drafts.ts'
import type { BoxProps } from './thread/ThreadCard.tsx'

const ReopenDialog = lazyPart(async () => (await import('./ReopenDialog.tsx')).ReopenDialog)

interface AgentCommentBoxProps extends BoxProps {
  userId: string
  enquiryId: string
  enquiry: Enquiry | undefined
}

/** The comment box for people who may answer. Here they write as the customer, which they rarely mean to do. */
export function AgentCommentBox({ comment, input, userId, enquiryId, enquiry }: AgentCommentBoxProps) {
  const [isAsking, setIsAsking] = useState(false)
  const { hasRoom, replyInstead } = useReplyInstead(userId, enquiryId, comment)
  const send = () => {
    if (enquiry && reopened.includes(enquiry.enquiryStatus) && comment.text.trim()) setIsAsking(true)
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
            <Button color="inherit" size="small" disabled={comment.isPosting} onClick={replyInstead}>
              Reply as support instead
            </Button>
          }
          sx={{ flexWrap: 'wrap', '& .MuiAlert-action': { pt: 0, alignItems: 'center' } }}
        >
          {hasRoom
            ? 'You are writing as the customer.'
            : 'This device has no room to move your text. Copy it before you leave this page.'}
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
          replyInstead()
        }}
      />
    </>
  )
}

/** The statuses that a customer's comment ends. */
const reopened: EnquiryStatus[] = ['closed', 'onHold']

/** Takes the comment to the reply box on the desk. Without room for it there, it stays here. */
function useReplyInstead(userId: string, enquiryId: string, { text, write }: BoxProps['comment']) {
  const router = useRouter()
  const [hasRoom, setHasRoom] = useState(true)
  const replyInstead = () => {
    const isMoved = moveText(text, draftKey(userId, enquiryId, 'host'))
    setHasRoom(isMoved)
    if (!isMoved) return
    write('')
    void router.push(paths.deskEnquiry(enquiryId), withReplyBox)
  }
  return { hasRoom, replyInstead }
}
