import Avatar from '@mui/material/Avatar'
import Box from '@mui/material/Box'
import Divider from '@mui/material/Divider'
import Typography from '@mui/material/Typography'
import { memo } from 'react'
import type { Message } from '#contract/chat.ts'
import { DateTime } from '#web/components/DateTime.tsx'
import { Icon } from '#web/components/icons/Icon.tsx'
import { PersonAvatar } from '#web/components/PersonAvatar.tsx'
import { useMinuteTick } from '#web/components/useMinuteTick.ts'
import { visuallyHidden } from '#web/theme/sharedStyles.ts'
import { sizes } from '#web/theme/sizes.ts'
import { Bubble, belowBubble } from './Bubble.tsx'
import { MessageText } from './MessageText.tsx'
import { dayName, type ThreadRow } from './threadRows.ts'

interface MessageItemProps extends ThreadRow {
  /** Whether to say that the other seat has seen the message. */
  isSeen: boolean
}

export const MessageItem = memo(function MessageItem({ message, startsDay, startsGroup, isSeen }: MessageItemProps) {
  const { side, createdAt } = message
  return (
    <Box sx={{ pt: startsGroup ? 2 : 0.5 }}>
      {startsDay && <DayHeading createdAt={createdAt} />}
      {!startsGroup && <SpokenSender message={message} />}
      <Bubble
        side={side}
        avatar={startsGroup && <SenderAvatar message={message} />}
        heading={startsGroup && <SenderLine message={message} />}
        aside={!startsGroup && <ShortTime message={message} />}
      >
        <MessageText text={message.message} />
      </Bubble>
      {isSeen && <SeenLine />}
    </Box>
  )
})

function SeenLine() {
  return (
    <Box sx={{ ...belowBubble, pt: 0.5, gap: 0.5, color: 'text.secondary', typography: 'caption' }}>
      <Icon name="eye" size="small" />
      Seen
    </Box>
  )
}

interface DayHeadingProps {
  createdAt: string
}

function DayHeading({ createdAt }: DayHeadingProps) {
  useMinuteTick()
  return (
    <Divider sx={{ pb: 2 }}>
      <Typography variant="caption" component="h2" sx={{ color: 'text.secondary', fontWeight: 'fontWeightMedium' }}>
        {dayName(createdAt)}
      </Typography>
    </Divider>
  )
}

interface MessageProps {
  message: Message
}

function SenderAvatar({ message: { side, sender } }: MessageProps) {
  if (side === 'customer') return <PersonAvatar name={sender.name} picture={sender.profilePic} />
  return (
    <Avatar
      variant="rounded"
      sx={{ width: sizes.avatar.medium, height: sizes.avatar.medium, bgcolor: 'side.host', color: 'background.paper' }}
    >
      <Icon name="headset" />
    </Avatar>
  )
}

function SenderLine({ message: { side, sender, createdAt } }: MessageProps) {
  return (
    <>
      <Typography variant="subtitle2" component="span" sx={{ color: `side.${side}`, overflowWrap: 'anywhere' }}>
        {sender.name}
      </Typography>
      {side === 'host' && <SupportLabel />}
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        <DateTime value={createdAt} />
      </Typography>
    </>
  )
}

/** Marks the host's messages without relying on colour. */
function SupportLabel() {
  return (
    <Typography
      variant="caption"
      sx={{ px: 0.75, border: 1, borderRadius: 0.5, color: 'side.host', fontWeight: 'fontWeightMedium' }}
    >
      Support
    </Typography>
  )
}

/** On screen, a group of messages has one heading. For screen readers, each message has its sender and time. */
function SpokenSender({ message: { side, sender, createdAt } }: MessageProps) {
  const who = side === 'host' ? `${sender.name}, Support` : sender.name
  return <Box component="span" sx={visuallyHidden}>{`${who}, ${new Date(createdAt).toLocaleString()}`}</Box>
}

function ShortTime({ message: { createdAt } }: MessageProps) {
  const moment = new Date(createdAt)
  return (
    <time dateTime={createdAt} title={moment.toLocaleString()} aria-hidden>
      {moment.toLocaleTimeString(undefined, { timeStyle: 'short' })}
    </time>
  )
}
