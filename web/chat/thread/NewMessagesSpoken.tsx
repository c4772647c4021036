import Box from '@mui/material/Box'
import { useEffect, useState } from 'react'
import type { Message } from '#contract/chat.ts'
import { visuallyHidden } from '#web/theme/sharedStyles.ts'
import { announcement } from '#web/theme/threadSizes.ts'

interface NewMessagesSpokenProps {
  messages: Message[]
  userId: string
}

const mostRead = 3

/** Reads aloud what others have written since the thread was opened, after what the screen reader says by itself. */
export function NewMessagesSpoken({ messages, userId }: NewMessagesSpokenProps) {
  const newest = messages.at(-1)?.seq ?? 0
  const [heard, setHeard] = useState(newest)
  const [text, setText] = useState('')
  useEffect(() => {
    if (newest === heard) return
    const fresh = messages.filter(({ seq, sender }) => seq > heard && sender._id !== userId)
    const start = window.setTimeout(() => {
      setHeard(newest)
      setText(spoken(fresh))
    }, announcement.delay)
    return () => window.clearTimeout(start)
  }, [messages, newest, heard, userId])
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

function spoken(messages: Message[]) {
  if (messages.length > mostRead) return `${messages.length} new comments`
  return messages.map(({ sender, message }) => `${sender.name}: ${message}`).join('\n')
}
