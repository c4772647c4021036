import Box from '@mui/material/Box'
import { memo, type ReactNode } from 'react'
import type { Message } from '#contract/chat.ts'
import { EmailMessage, EmailSource } from '#web/chat/emails/EmailMessage.tsx'
import { MessageFiles } from '#web/chat/files/MessageFiles.tsx'
import { useSeat } from '#web/chat/seat.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import { visuallyHidden } from '#web/theme/sharedStyles.ts'
import { Bubble, belowBubble } from './Bubble.tsx'
import { MessageText } from './MessageText.tsx'
import { SenderAvatar, SenderLine } from './Sender.tsx'
import type { ThreadRow } from './threadRows.ts'
import { TimeOfDay } from './TimeOfDay.tsx'

/** From the host's seat, a group of messages has one heading. From the customer's, each message has its own. */
interface MessageItemProps extends ThreadRow {
  /** Whether to say that the other seat has seen the message. */
  isSeen: boolean
  /** Shown below the message. */
  below?: ReactNode
}

export const MessageItem = memo(function MessageItem({ message, startsGroup, isSeen, below }: MessageItemProps) {
  const { side, email } = message
  const { own } = useSeat()
  const hasHeading = startsGroup || own === 'customer'
  const files = hasFiles(message) && <MessageFiles message={message} />
  return (
    <Box sx={{ pt: hasHeading ? 2 : 0.5 }}>
      {!hasHeading && <SpokenSender message={message} />}
      <Bubble
        side={side}
        avatar={hasHeading && <SenderAvatar message={message} />}
        heading={hasHeading && <SenderLine message={message} />}
        aside={!hasHeading && <TimeOfDay value={message.createdAt} />}
        below={
          <>
            {email && own === 'host' && <EmailSource message={message} email={email} />}
            {below}
          </>
        }
      >
        {email ? (
          <EmailMessage message={message} email={email}>
            {files}
          </EmailMessage>
        ) : (
          <>
            {message.message && <MessageText text={message.message} />}
            {files}
          </>
        )}
      </Bubble>
      {isSeen && <SeenLine />}
    </Box>
  )
})

/** Servers from before there were files send no list of them. */
function hasFiles({ files }: Partial<Message>) {
  return files !== undefined && files.length > 0
}

function SeenLine() {
  return (
    <Box sx={{ ...belowBubble, pt: 0.5, gap: 0.5, color: 'text.secondary', typography: 'caption' }}>
      <Icon name="eye" size="small" />
      Seen
    </Box>
  )
}

interface MessageProps {
  message: Message
}

/** For screen readers, each message of a group has its sender. */
function SpokenSender({ message: { side, sender } }: MessageProps) {
  return (
    <Box component="span" sx={visuallyHidden}>
      {side === 'host' ? `${sender.name}, Support:` : `${sender.name}:`}
    </Box>
  )
}
