import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import { useLayoutEffect, useRef, useSyncExternalStore, type ComponentProps, type SyntheticEvent } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { EmailLinkState } from '#contract/emailLinks.ts'
import { SubmitButton } from '#web/accounts/SubmitButton.tsx'
import { isSignedIn, watchSession } from '#web/api/session.ts'
import { Notice } from '#web/components/notices/Notice.tsx'
import { PageTitle } from '#web/components/PageTitle.tsx'
import { paths } from '#web/navigation/paths.ts'
import { emailLinkWords } from './emailLinkWords.ts'
import { useEmailLink } from './useEmailLink.ts'

/** Confirms an email address, or gives an account its old one back, by the link in a mail. */
export function EmailLinkPage() {
  const token = useSearchParams()[0].get('token')
  return token ? <EmailLink key={token} token={token} /> : <UnknownLink />
}

interface EmailLinkProps {
  token: string
}

function EmailLink({ token }: EmailLinkProps) {
  const { known, retry, use, isUsing, problem } = useEmailLink(token)
  if (!known) return <Looking />
  if (known === 'unknown') return <UnknownLink />
  if ('reason' in known) return <NotChecked reason={known.reason} onRetry={retry} />
  if (known.state !== 'open') return <LinkOver link={known} />
  return <OpenLink link={known} isUsing={isUsing} problem={problem} onUsed={use} />
}

function Looking() {
  return (
    <Box component="output" sx={{ display: 'grid', justifyItems: 'center', py: 6 }}>
      <CircularProgress aria-label="Checking the link" />
    </Box>
  )
}

interface NotCheckedProps {
  reason: string
  onRetry: () => void
}

function NotChecked({ reason, onRetry }: NotCheckedProps) {
  return (
    <State
      icon="cloud-off"
      title="The link could not be checked"
      action={
        <Button variant="contained" size="large" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {reason}
    </State>
  )
}

function UnknownLink() {
  return (
    <State icon="file-question" title="This link is not valid" action={<Onward />}>
      It may be incomplete: copy all of it from the mail. A newer mail of the same kind may hold a link that works.
    </State>
  )
}

interface OpenLinkProps {
  link: EmailLinkState
  isUsing: boolean
  /** Why using it has failed, when another attempt may succeed. */
  problem: string | undefined
  onUsed: () => void
}

function OpenLink({ link, isUsing, problem, onUsed }: OpenLinkProps) {
  const { icon, title, text } = emailLinkWords[link.kind].open
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    onUsed()
  }
  return (
    <State
      icon={icon}
      title={title}
      action={
        <Box component="form" onSubmit={submit} sx={{ display: 'grid', gap: 2, justifyItems: 'center' }}>
          <SubmitButton
            size="large"
            label={link.kind === 'confirm' ? 'Confirm address' : 'Change it back'}
            isPending={isUsing}
          />
          {problem && <Alert severity="error">{problem}</Alert>}
        </Box>
      }
    >
      {text(link)}
    </State>
  )
}

interface LinkOverProps {
  link: EmailLinkState
}

function LinkOver({ link }: LinkOverProps) {
  const { icon, title, text } = emailLinkWords[link.kind][link.state]
  const isReverted = link.kind === 'revert' && link.state === 'done'
  return (
    <State icon={icon} title={title} action={isReverted ? <NewPassword /> : <Onward />}>
      {text(link)}
    </State>
  )
}

function NewPassword() {
  return (
    <Button component={Link} to={paths.forgot} variant="contained" size="large">
      Choose a new password
    </Button>
  )
}

function Onward() {
  const isHere = useSyncExternalStore(watchSession, isSignedIn)
  return (
    <Button component={Link} to={isHere ? paths.home : paths.login} variant="contained" size="large">
      {isHere ? 'Continue' : 'Sign in'}
    </Button>
  )
}

/** One state of the page. Its heading takes the focus, so that a screen reader reads what has changed. */
function State(props: Pick<ComponentProps<typeof Notice>, 'icon' | 'title' | 'action' | 'children'>) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current?.focus(), [])
  return (
    <>
      <PageTitle>{props.title}</PageTitle>
      <Notice {...props} level="h1" isInCard headingRef={heading} />
    </>
  )
}
