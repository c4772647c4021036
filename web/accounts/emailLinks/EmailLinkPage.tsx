import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import { useLayoutEffect, useRef, useSyncExternalStore, type ComponentProps, type SyntheticEvent } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { EmailLinkState } from '#contract/emailLinks.ts'
import { SubmitButton } from '#web/accounts/SubmitButton.tsx'
import { isSignedIn, watchSession } from '#web/api/session/session.ts'
import { Notice } from '#web/components/notices/Notice.tsx'
import { RetryAlert } from '#web/components/notices/RetryAlert.tsx'
import { PageTitle } from '#web/components/PageTitle.tsx'
import { paths } from '#web/navigation/paths.ts'
import { emailLinkTexts, type LinkTexts } from './emailLinkTexts.ts'
import { useEmailLink } from './useEmailLink.ts'

/** The page that a link in a mail opens: confirms an email address, or restores the previous one. */
export function EmailLinkPage() {
  const token = useSearchParams()[0].get('token')
  return token ? <EmailLink key={token} token={token} /> : <UnknownLink />
}

interface EmailLinkProps {
  token: string
}

function EmailLink({ token }: EmailLinkProps) {
  const { link, retry, use, isUsing, hasFailed } = useEmailLink(token)
  if (!link) return <LinkLoading />
  if (link === 'unknown') return <UnknownLink />
  if (link === 'unchecked') return <CheckFailed onRetry={retry} />
  if (link.state !== 'open') return <ClosedLink link={link} />
  return <OpenLink link={link} {...{ isUsing, hasFailed }} onUsed={use} />
}

function LinkLoading() {
  return (
    <Box component="output" sx={{ display: 'grid', justifyItems: 'center', py: 6 }}>
      <CircularProgress aria-label="Checking the link" />
    </Box>
  )
}

interface CheckFailedProps {
  onRetry: () => void
}

function CheckFailed({ onRetry }: CheckFailedProps) {
  return (
    <LinkState
      icon="cloud-off"
      title="The link could not be checked"
      action={
        <Button variant="contained" size="large" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      The link has not been used yet.
    </LinkState>
  )
}

function UnknownLink() {
  return (
    <LinkState icon="file-question" title="This link is not valid" action={<ContinueButton />}>
      It may be incomplete. Copy the whole link from the email, or use the link in a more recent email.
    </LinkState>
  )
}

interface OpenLinkProps {
  link: EmailLinkState
  isUsing: boolean
  /** The last attempt has failed, and another may succeed. */
  hasFailed: boolean
  onUsed: () => void
}

function OpenLink({ link, isUsing, hasFailed, onUsed }: OpenLinkProps) {
  const { icon, title, ...texts } = emailLinkTexts[link.kind].open
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    onUsed()
  }
  return (
    <LinkState
      icon={icon}
      title={title}
      action={
        <Box component="form" onSubmit={submit} sx={{ display: 'grid', gap: 2, justifyItems: 'center' }}>
          <SubmitButton
            size="large"
            label={link.kind === 'confirm' ? 'Confirm address' : 'Change it back'}
            isPending={isUsing}
          />
          {hasFailed && <RetryAlert message="Not sent" />}
        </Box>
      }
    >
      {sentences(link, texts)}
    </LinkState>
  )
}

interface ClosedLinkProps {
  link: EmailLinkState
}

function ClosedLink({ link }: ClosedLinkProps) {
  const { icon, title, ...texts } = emailLinkTexts[link.kind][link.state]
  const needsPassword = link.replacesPassword && link.state === 'done'
  return (
    <LinkState icon={icon} title={title} action={needsPassword ? <NewPasswordButton /> : <ContinueButton />}>
      {sentences(link, texts)}
    </LinkState>
  )
}

function sentences(link: EmailLinkState, { text, operatorText }: Pick<LinkTexts, 'text' | 'operatorText'>) {
  return link.replacesPassword && operatorText ? `${text(link)} ${operatorText}` : text(link)
}

function NewPasswordButton() {
  return (
    <Button component={Link} to={paths.forgot} variant="contained" size="large">
      Choose a new password
    </Button>
  )
}

function ContinueButton() {
  const isInSession = useSyncExternalStore(watchSession, isSignedIn)
  return (
    <Button component={Link} to={isInSession ? paths.home : paths.login} variant="contained" size="large">
      {isInSession ? 'Continue' : 'Sign in'}
    </Button>
  )
}

/** One state of the page. Focuses its heading, so that a screen reader announces the change. */
function LinkState(props: Pick<ComponentProps<typeof Notice>, 'icon' | 'title' | 'action' | 'children'>) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current?.focus(), [])
  return (
    <>
      <PageTitle>{props.title}</PageTitle>
      <Notice {...props} level="h1" isInCard headingRef={heading} />
    </>
  )
}
