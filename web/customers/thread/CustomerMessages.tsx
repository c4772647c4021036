import Box from '@mui/material/Box'
import Divider from '@mui/material/Divider'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import type { CustomerMessage } from '#contract/customers/thread.ts'
import { EmailContent } from '#web/chat/emails/EmailContent.tsx'
import { toShownFile } from '#web/chat/files/shownFiles.ts'
import { MessageText } from '#web/chat/thread/MessageText.tsx'
import type { Renew } from '#web/documents/useRenewal.ts'
import { visuallyHidden } from '#web/theme/sharedStyles.ts'
import { CustomerBubble } from './CustomerBubble.tsx'
import { CustomerFiles } from './CustomerFiles.tsx'
import { dayText, fullText, timeText } from './formats.ts'
import { useTexts } from './threadTexts.ts'

interface CustomerMessagesProps {
  messages: CustomerMessage[]
  /** The day above the first message. */
  shownDay: string
  /** Fetches new addresses of the files of the message with this `seq`. */
  onRenewed: (seq: number) => ReturnType<Renew>
  /** Messages that are not on the server yet. */
  children?: ReactNode
}

export function CustomerMessages({ messages, shownDay, onRenewed, children }: CustomerMessagesProps) {
  const { locale } = useTexts()
  return (
    <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 0.75 }}>
      {messages.map((message, index) => {
        const day = dayText(locale, message.createdAt)
        const before = messages[index - 1]
        const startsDay = day !== (before ? dayText(locale, before.createdAt) : shownDay)
        return (
          <Box key={message.clientId ?? message.seq} component="li" sx={{ minWidth: 0 }}>
            {startsDay && <DayLine>{day}</DayLine>}
            <Message
              message={message}
              startsGroup={startsDay || !before || !isSoonAfter(before, message)}
              onRenewed={() => onRenewed(message.seq)}
            />
          </Box>
        )
      })}
      {children}
    </Box>
  )
}

/** A group of messages has one heading. */
const groupMs = 5 * 60_000

function isSoonAfter(before: CustomerMessage, { isOwn, name, createdAt }: CustomerMessage) {
  const isSameWriter = before.isOwn === isOwn && before.name === name
  return isSameWriter && Date.parse(createdAt) - Date.parse(before.createdAt) < groupMs
}

interface DayLineProps {
  children: string
}

export function DayLine({ children }: DayLineProps) {
  return (
    <Divider sx={{ py: 1.5 }}>
      <Typography variant="caption" sx={{ color: 'text.secondary', fontWeight: 'fontWeightMedium' }}>
        {children}
      </Typography>
    </Divider>
  )
}

interface MessageProps {
  message: CustomerMessage
  startsGroup: boolean
  onRenewed: Renew
}

function Message({ message, startsGroup, onRenewed }: MessageProps) {
  const { isOwn, name, createdAt, message: words, email } = message
  const emailTexts = useEmailTexts()
  const files = <CustomerFiles files={message.files.map(toShownFile)} onRenewed={onRenewed} />
  return (
    <CustomerBubble isOwn={isOwn} heading={<Writer isOwn={isOwn} name={name} at={createdAt} isSpoken={!startsGroup} />}>
      {email ? (
        <EmailContent id={String(message.seq)} text={words} email={email} texts={emailTexts}>
          {files}
        </EmailContent>
      ) : (
        <>
          {words && <MessageText text={words} />}
          {files}
        </>
      )}
    </CustomerBubble>
  )
}

function useEmailTexts() {
  const { text, leftOut } = useTexts()
  return {
    automatic: text('email.automatic'),
    show: text('email.show'),
    hide: text('email.hide'),
    showQuote: text('email.showQuote'),
    hideQuote: text('email.hideQuote'),
    showRest: text('email.showRest'),
    hideRest: text('email.hideRest'),
    leftOut,
  }
}

interface WriterProps {
  isOwn: boolean
  name: string
  at: string
  /** For screen readers only: it is the same as above. */
  isSpoken?: boolean
}

/** The writer of a message, and the time. */
export function Writer({ isOwn, name, at, isSpoken = false }: WriterProps) {
  const { text, locale } = useTexts()
  const full = fullText(locale, at)
  return (
    <Box sx={isSpoken ? visuallyHidden : writer}>
      <Typography variant="subtitle2" component="span" dir="auto" sx={{ overflowWrap: 'anywhere' }}>
        {isOwn ? text('you') : name}
      </Typography>
      <Typography variant="caption" component="time" dateTime={at} title={full} sx={{ color: 'text.secondary' }}>
        {timeText(locale, at)}
      </Typography>
    </Box>
  )
}

const writer = { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1, px: 0.5, pt: 0.75 } as const
