import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import type { CustomerThread } from '#contract/customers/thread.ts'
import { toShownFile } from '#web/chat/files/shownFiles.ts'
import { MessageText } from '#web/chat/thread/MessageText.tsx'
import type { Renew } from '#web/documents/useRenewal.ts'
import { column, CompanyHeader } from './CompanyHeader.tsx'
import { CustomerBubble } from './CustomerBubble.tsx'
import { CustomerFiles } from './CustomerFiles.tsx'
import { CustomerMessages, DayLine, Writer } from './CustomerMessages.tsx'
import { dayText } from './formats.ts'
import { StatusPill } from './StatusPill.tsx'
import { useTexts } from './threadTexts.ts'

interface CustomerThreadViewProps {
  thread: CustomerThread
  isLoadingEarlier: boolean
  onEarlier: () => void
  /** Fetches new addresses of the files of the message with this `seq`; 0 is the question. */
  onRenewed: (seq: number) => ReturnType<Renew>
  /** Colleagues see the page in a dialog, which has a heading of its own. */
  isPreview?: boolean
  /** Messages that are not on the server yet, as list items. */
  outgoing?: ReactNode
  /** The question for a rating, after the last message. */
  rating: ReactNode
  /** Below the messages. */
  children?: ReactNode
}

/** The customer's page of an enquiry: the question, its status and the messages. */
export function CustomerThreadView({
  thread,
  isPreview = false,
  outgoing,
  rating,
  children,
  ...earlier
}: CustomerThreadViewProps) {
  const { language, direction, locale } = useTexts()
  const day = dayText(locale, thread.createdAt)
  return (
    <Box lang={language} dir={direction} sx={{ flexGrow: 1, display: 'flex', flexDirection: 'column' }}>
      <CompanyHeader company={thread.company} />
      <Box component={isPreview ? 'div' : 'main'} sx={{ flexGrow: 1, display: 'flex', flexDirection: 'column' }}>
        <Box sx={{ ...column, flexGrow: 1, display: 'grid', alignContent: 'start', gap: 1.5, py: 3 }}>
          <Heading thread={thread} level={isPreview ? 'h3' : 'h1'} />
          <DayLine>{day}</DayLine>
          <Question thread={thread} level={isPreview ? 'h4' : 'h2'} onRenewed={() => earlier.onRenewed(0)} />
          <Earlier hasEarlier={thread.hasEarlier} {...earlier} />
          <CustomerMessages messages={thread.messages} shownDay={day} onRenewed={earlier.onRenewed}>
            {outgoing}
          </CustomerMessages>
          {rating}
        </Box>
        {children}
      </Box>
    </Box>
  )
}

interface PartProps {
  thread: CustomerThread
  level: 'h1' | 'h2' | 'h3' | 'h4'
}

function Heading({ thread: { enquiryId, status }, level }: PartProps) {
  const { text } = useTexts()
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
      <div>
        <Typography component={level} variant="h5">
          {text('title')}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {text('number', { id: enquiryId })}
        </Typography>
      </div>
      <StatusPill status={status} />
    </Box>
  )
}

function Question({ thread, level, onRenewed }: PartProps & { onRenewed: Renew }) {
  const { summery, enquiryType, description, documents, name, createdAt } = thread
  const pictures = documents.map((document) => toShownFile({ kind: 'image', ...document }))
  return (
    <CustomerBubble isOwn heading={<Writer isOwn name={name} at={createdAt} />}>
      <Box sx={{ display: 'grid', gap: 0.75 }}>
        <Typography variant="subtitle2" component={level} dir="auto" sx={{ overflowWrap: 'anywhere' }}>
          {summery || enquiryType}
        </Typography>
        {description && <MessageText text={description} />}
        <CustomerFiles files={pictures} onRenewed={onRenewed} />
      </Box>
    </CustomerBubble>
  )
}

interface EarlierProps {
  hasEarlier: boolean
  isLoadingEarlier: boolean
  onEarlier: () => void
}

function Earlier({ hasEarlier, isLoadingEarlier, onEarlier }: EarlierProps) {
  const { text } = useTexts()
  if (!hasEarlier) return null
  return (
    // Enabled even while loading: a disabled button would lose the focus.
    <Button
      variant="outlined"
      color="inherit"
      aria-busy={isLoadingEarlier}
      onClick={onEarlier}
      sx={{ justifySelf: 'center' }}
    >
      {text('earlier')}
    </Button>
  )
}
