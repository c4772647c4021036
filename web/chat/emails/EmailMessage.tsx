import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import type { Theme } from '@mui/material/styles'
import type { ReactNode } from 'react'
import type { LeftOut, Message, MessageEmail } from '#contract/chat.ts'
import { limits } from '#contract/limits.ts'
import { renewFiles } from '#web/chat/chatApi.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import { useDownload } from '#web/documents/useDownload.ts'
import type { Renew } from '#web/documents/useRenewal.ts'
import { useAppDispatch } from '#web/hooks.ts'
import { EmailContent } from './EmailContent.tsx'

interface EmailMessageProps {
  message: Message
  email: MessageEmail
  /** The files. */
  children: ReactNode
}

/** A message that came by email, as colleagues see it. */
export function EmailMessage({ message: { _id, message }, email, children }: EmailMessageProps) {
  return (
    <EmailContent
      id={_id}
      text={message}
      email={email}
      texts={{
        ...texts,
        automatic: email.address === null ? 'Automatic reply' : `Automatic reply from ${email.address}`,
      }}
    >
      {children}
    </EmailContent>
  )
}

const texts = {
  show: 'Show',
  hide: 'Hide',
  showQuote: 'Show quoted text',
  hideQuote: 'Hide quoted text',
  showRest: 'Show the rest',
  hideRest: 'Hide the rest',
  leftOut: ({ name, reason }: LeftOut) => `“${name}” is not included: ${reasons[reason]}`,
}

const reasons: Record<LeftOut['reason'], string> = {
  kind: 'this kind of file is not accepted',
  size: `it is larger than ${limits.documentBytes / 1024 ** 2} MB`,
  count: `a message can have at most ${limits.incoming.files} files`,
  room: 'your company’s storage is full',
  text: `the text is longer than ${limits.incoming.text.toLocaleString('en')} characters`,
}

interface EmailSourceProps {
  message: Message
  email: MessageEmail
}

/** The address that wrote a message, and the email as it was received. */
export function EmailSource({ message: { enquiry, seq }, email }: EmailSourceProps) {
  const { address, sentFrom, isVerified, isAutomatic, originalUrl } = email
  const dispatch = useAppDispatch()
  return (
    <Box sx={{ display: 'flex', gap: 0.75, minWidth: 0, color: 'text.secondary', typography: 'caption' }}>
      <Box component="span" sx={{ display: 'flex', flexShrink: 0, pt: '1px' }}>
        <Icon name="mail" size="small" />
      </Box>
      <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        By email
        {/* An automatic reply names its sender in the bubble. */}
        {!isAutomatic && address !== null && (
          <>
            {' from '}
            <bdi>{address}</bdi>
          </>
        )}
        {sentFrom && (
          <>
            {', sent from '}
            <bdi>{sentFrom}</bdi>
          </>
        )}
        {isVerified === false && (
          <>
            {' · '}
            <Box component="strong" sx={notVerified}>
              Sender not verified
            </Box>
          </>
        )}
        {originalUrl && (
          <>
            {' · '}
            <OriginalLink url={originalUrl} renew={() => dispatch(renewFiles(enquiry, seq))} />
          </>
        )}
      </Box>
    </Box>
  )
}

const notVerified = [
  { color: 'warning.darker' },
  (theme: Theme) => theme.applyStyles('dark', { color: 'warning.light' }),
]

interface OriginalLinkProps {
  url: string
  /** Fetches a new URL once this one has expired. */
  renew: Renew
}

/** Downloads an email as it was received. */
export function OriginalLink({ url, renew }: OriginalLinkProps) {
  const download = useDownload(url, 'email.eml', renew)
  return (
    <Link {...download} underline="always">
      Download the original
    </Link>
  )
}
