import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { useId, type KeyboardEvent } from 'react'
import type { User } from '#contract/accounts.ts'
import type { Enquiry } from '#contract/enquiries.ts'
import { BoxAlerts } from '#web/chat/BoxAlerts.tsx'
import { CommentHint, isTooLong } from '#web/chat/CommentHint.tsx'
import { AttachButton } from '#web/chat/files/AttachButton.tsx'
import { ChosenFiles } from '#web/chat/files/ChosenFiles.tsx'
import type { BoxProps } from '#web/chat/thread/ThreadCard.tsx'
import { notSentText } from '#web/chat/useComment.ts'
import { useIsMounted } from '#web/components/leaving/useIsMounted.ts'
import { isShortcut } from '#web/components/shortcuts/shortcuts.ts'
import { CannedResponseOptions } from '#web/desk/cannedResponses/CannedResponseOptions.tsx'
import { useSlashResponses } from '#web/desk/cannedResponses/useSlashResponses.ts'
import { offerUndoOfReply } from '#web/enquiries/undo/offerUndoOfReply.ts'
import { useAppDispatch } from '#web/hooks.ts'
import { besideFab } from '#web/theme/sharedStyles.ts'
import { SendButton } from './SendButton.tsx'
import { choiceOf, statusOfChoice, useSendChoice, type SendChoice } from './sendChoice.ts'
import { useBoxRows } from './useBoxRows.ts'

interface ReplyBoxProps extends BoxProps {
  enquiry: Enquiry | undefined
  user: User
  onTyped: () => void
  /** Opens the next enquiry of the queue; undefined if there is none. */
  onNext?: () => void
}

export function ReplyBox(props: ReplyBoxProps) {
  const { text, files, attempted, isPosting, isKept, failure } = props.comment
  const hintId = useId()
  const { choice: lastChoice, choose } = useSendChoice(props.user._id)
  // A text that has been tried before is sent in the same way again.
  const choice = attempted ? choiceOf(attempted.enquiryStatus) : lastChoice
  const send = useSending(props, choose)
  return (
    <>
      <BoxAlerts
        failure={failure && notSentText(failure)}
        isKept={isKept}
        areFilesKept={files.isKept}
        onRetry={() => send(choice)}
      />
      <ReplyField {...props} hintId={hintId} onSent={(chosen = choice) => send(chosen)} />
      <ChosenFiles files={files} isFixed={isPosting} input={props.input} />
      <Box
        sx={{
          ...besideFab,
          display: 'flex',
          alignItems: 'center',
          gap: 1,
        }}
      >
        <Box sx={{ flexGrow: 1, minWidth: 0 }}>
          <CommentHint id={hintId} text={text} />
        </Box>
        <AttachButton onChosen={files.add} />
        <SendButton isPosting={isPosting} choice={choice} hasNext={props.onNext !== undefined} onSent={send} />
      </Box>
    </>
  )
}

/** Opens the next enquiry once the reply has left the box. A status change that it made can be undone, like any other. */
function useSending({ comment, input, enquiry, onNext }: ReplyBoxProps, onAccepted: (choice: SendChoice) => void) {
  const dispatch = useAppDispatch()
  const isMounted = useIsMounted()
  const send = async (choice: SendChoice) => {
    const accepted = await comment.send(statusOfChoice[choice])
    if (!accepted) return
    onAccepted(choice)
    if (isMounted.current) onNext?.()
    if (accepted.newStatus) await offerUndoOfReply(dispatch, enquiry, accepted.said)
  }
  return (choice: SendChoice) => {
    input.current?.focus()
    void send(choice)
  }
}

interface ReplyFieldProps extends ReplyBoxProps {
  hintId: string
  /** Without a choice, as last time. */
  onSent: (choice?: SendChoice) => void
}

/** The text of the reply, with the canned responses that it offers while the person types. */
function ReplyField({ comment, input, enquiry, user, onTyped, hintId, onSent }: ReplyFieldProps) {
  const { text, write, isPosting } = comment
  const rows = useBoxRows()
  const { isOn, offer } = useSlashResponses({ text, input, enquiry, user, onWritten: write })
  const handleKey = (event: KeyboardEvent) => {
    if (isShortcut('send', event.nativeEvent)) onSent()
    else if (isShortcut('sendAndClose', event.nativeEvent)) onSent('close')
    else offer.handleKey(event)
  }
  return (
    <Box sx={{ position: 'relative' }}>
      <CannedResponseOptions offer={offer} />
      <TextField
        fullWidth
        multiline
        {...rows}
        placeholder={isOn ? 'Write a reply… / for canned responses' : 'Write a reply…'}
        value={text}
        error={isTooLong(text)}
        onChange={(event) => {
          write(event.target.value)
          offer.noteCaret()
          onTyped()
        }}
        onSelect={offer.noteCaret}
        onBlur={offer.close}
        onKeyDown={handleKey}
        inputRef={input}
        slotProps={{
          htmlInput: {
            'aria-label': 'Reply',
            'aria-describedby': hintId,
            ...offer.attributes,
            readOnly: isPosting,
            dir: 'auto',
          },
        }}
        sx={{ '& textarea:read-only': { color: 'text.secondary' } }}
      />
    </Box>
  )
}
