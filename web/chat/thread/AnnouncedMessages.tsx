import Box from '@mui/material/Box'
import { useEffect, useState } from 'react'
import type { Message } from '#contract/chat.ts'
import { spokenText } from '#web/chat/emails/emailParts.ts'
import { visuallyHidden } from '#web/theme/sharedStyles.ts'
import { announcement } from '#web/theme/threadSizes.ts'

interface AnnouncedMessagesProps {
  messages: Message[]
  userId: string
}

const maxAnnounced = 3

/** Announces new messages of other people, delayed so that it does not interrupt the screen reader. */
export function AnnouncedMessages({ messages, userId }: AnnouncedMessagesProps) {
  const newest = messages.at(-1)?.seq ?? 0
  const [announcedSeq, setAnnouncedSeq] = useState(newest)
  const [text, setText] = useState('')
  useEffect(() => {
    if (newest === announcedSeq) return
    const fresh = messages.filter(({ seq, sender }) => seq > announcedSeq && sender._id !== userId)
    const start = window.setTimeout(() => {
      setAnnouncedSeq(newest)
      setText(announcementOf(fresh))
    }, announcement.delay)
    return () => window.clearTimeout(start)
  }, [messages, newest, announcedSeq, userId])
  useEffect(() => {
    if (!text) return
    const end = window.setTimeout(() => setText(''), announcement.duration)
    return () => window.clearTimeout(end)
  }, [text])
  return (
    <Box component="output" sx={visuallyHidden}>
      {text}
    </Box>
  )
}

function announcementOf(messages: Message[]) {
  if (messages.length > maxAnnounced) return `${messages.length} new comments`
  return messages.map((each) => `${each.sender.name}: ${contentOf(each)}`).join('\n')
}

/** Servers from before there were files send no list of them. */
function contentOf({ files = [], ...message }: Pick<Message, 'message'> & Partial<Message>) {
  const counted = files.length === 1 ? '1 file' : `${files.length} files`
  return [spokenText(message), files.length > 0 && counted].filter(Boolean).join(' and ')
}
