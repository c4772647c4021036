import Box from '@mui/material/Box'
import Fab from '@mui/material/Fab'
import { useState } from 'react'
import type { CustomerMessage } from '#contract/customers/thread.ts'
import { spokenText } from '#web/chat/emails/emailParts.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import { visuallyHidden } from '#web/theme/sharedStyles.ts'
import { useTexts } from './threadTexts.ts'

interface NewMessagesProps {
  messages: CustomerMessage[]
  isAtEnd: boolean
  onShown: () => void
}

/** Announces messages of the company that arrive while the page is open, and leads to them if they are out of view. */
export function NewMessages({ messages, isAtEnd, onShown }: NewMessagesProps) {
  const { text } = useTexts()
  const newest = messages.at(-1)?.seq ?? 0
  const [opened] = useState(newest)
  const [seen, setSeen] = useState(newest)
  if (isAtEnd && seen !== newest) setSeen(newest)
  const others = messages.filter(({ isOwn, seq }) => !isOwn && seq > opened)
  const last = others.at(-1)
  const isUnseen = last !== undefined && last.seq > seen
  return (
    <>
      <Box component="output" sx={visuallyHidden}>
        {last && `${text('newMessage', { name: last.name })}: ${spokenText(last)}`}
      </Box>
      {isUnseen && (
        <Fab
          variant="extended"
          size="small"
          color="primary"
          onClick={onShown}
          sx={{ justifySelf: 'center', px: 2, gap: 0.5 }}
        >
          <Icon name="arrow-down" size="small" />
          {text('newMessage', { name: last.name })}
        </Fab>
      )}
    </>
  )
}
