import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { Link as RouterLink } from 'react-router'
import type { HeldMail, HeldMailReason } from '#contract/customers/incoming.ts'
import { OriginalLink } from '#web/chat/emails/EmailMessage.tsx'
import { DateTime } from '#web/components/DateTime.tsx'
import { Icon } from '#web/components/icons/Icon.tsx'
import { RetryAlert } from '#web/components/notices/RetryAlert.tsx'
import type { Renew } from '#web/documents/useRenewal.ts'
import { paths } from '#web/navigation/paths.ts'
import { threadSizes } from '#web/theme/threadSizes.ts'
import { Excerpt } from './Excerpt.tsx'
import { HeldMailActions } from './HeldMailActions.tsx'
import { useAcceptance } from './useAcceptance.ts'

const reasons: Record<HeldMailReason, string> = {
  failed: 'It could not be processed.',
  stranger: 'The sender is not part of this conversation.',
  forged: 'It may be forged: nothing proves that it is from this sender.',
  flood: 'The sender has written more than 10 emails in 10 minutes.',
  blocked: 'This customer is blocked.',
  closed: 'The form for customers is switched off.',
}

interface HeldMailCardProps {
  mail: HeldMail
  /** A row of a thread has no heading. */
  level: 'p' | 'h4'
  /** Whether the page shows the conversation that the email answers. */
  isInThread?: boolean
  /** The email has become this enquiry. */
  onMade: (mail: HeldMail, enquiryId: string) => void
  /** Fetches a new URL of the original. */
  renew: Renew
}

/** A received email that waits for a decision. */
export function HeldMailCard({ mail, level, isInThread = false, onMade, renew }: HeldMailCardProps) {
  const titleId = useId()
  const acceptance = useAcceptance(mail, onMade)
  const { subject, excerpt, enquiry, reason, originalUrl } = mail
  return (
    <Box
      component="section"
      aria-labelledby={titleId}
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1, overflowWrap: 'anywhere' }}
    >
      <Heading mail={mail} level={level} id={titleId} />
      {!isInThread && enquiry && <Answered enquiry={enquiry} />}
      <Box sx={{ maxWidth: threadSizes.bubble }}>
        <Typography variant="body2" dir="auto" sx={{ fontWeight: 'fontWeightMedium' }}>
          {subject || 'Without a subject'}
        </Typography>
        {excerpt && <Excerpt id={mail._id} text={excerpt} />}
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {reasons[reason]} <OriginalLink url={originalUrl} renew={renew} />
      </Typography>
      {acceptance.retry && <RetryAlert message="Not accepted" onRetry={acceptance.retry} />}
      <HeldMailActions mail={mail} isInThread={isInThread} acceptance={acceptance} />
    </Box>
  )
}

interface HeadingProps extends Pick<HeldMailCardProps, 'mail' | 'level'> {
  id: string
}

function Heading({ mail: { address, name, receivedAt, enquiry }, level, id }: HeadingProps) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
      <Box sx={{ display: 'flex', gap: 1, minWidth: 0 }}>
        <Box component="span" sx={{ display: 'flex', flexShrink: 0, pt: 0.375 }}>
          <Icon name="mail-warning" size="small" />
        </Box>
        <Typography id={id} variant="subtitle2" component={level} sx={{ minWidth: 0 }}>
          <bdi>{address || 'An unknown sender'}</bdi> {enquiry ? 'answered' : 'wrote'}
        </Typography>
      </Box>
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {name && (
          <>
            <bdi>{name}</bdi>
            {' · '}
          </>
        )}
        <DateTime value={receivedAt} detail="minute" />
      </Typography>
    </Box>
  )
}

interface AnsweredProps {
  enquiry: NonNullable<HeldMail['enquiry']>
}

function Answered({ enquiry: { _id, enquiryId, summery } }: AnsweredProps) {
  return (
    <Typography variant="body2" dir="auto">
      It answers{' '}
      <Link component={RouterLink} to={paths.deskEnquiry(_id)}>
        {summery ? `${enquiryId} · ${summery}` : enquiryId}
      </Link>
    </Typography>
  )
}
