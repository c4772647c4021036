import Button from '@mui/material/Button'
import { Link } from 'react-router'
import type { InvitationState } from '#contract/team.ts'
import { Notice } from '#web/components/notices/Notice.tsx'
import { PageTitle } from '#web/components/PageTitle.tsx'
import { paths } from '#web/navigation/paths.ts'

interface InvitationOverProps {
  known: InvitationState | 'unknown'
}

/** Why an invitation lets nobody in, and what helps. */
export function InvitationOver({ known }: InvitationOverProps) {
  const { title, why } = reasons[known === 'unknown' ? 'unknown' : known.state]
  const company = known === 'unknown' ? 'your company' : known.companyName
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <Notice
        icon="ticket"
        level="h1"
        isInCard
        title={title}
        action={
          <Button component={Link} to={paths.login} variant="contained" color="inherit" size="large">
            Go to sign in
          </Button>
        }
      >
        {why(company)}
      </Notice>
    </>
  )
}

const askAgain = (company: string) => `Ask an owner of ${company} for a new one.`

const reasons: Record<InvitationState['state'] | 'unknown', { title: string; why: (company: string) => string }> = {
  open: { title: 'Invitation', why: askAgain },
  used: {
    title: 'This invitation has been used',
    why: (company) => `If it was you who joined ${company} with it, sign in. ${askAgain(company)}`,
  },
  expired: {
    title: 'This invitation has expired',
    why: (company) => `An invitation is good for seven days. ${askAgain(company)}`,
  },
  withdrawn: {
    title: 'This invitation was withdrawn',
    why: (company) => `The link is of no use any more. ${askAgain(company)}`,
  },
  unknown: {
    title: 'This invitation is not valid',
    why: (company) => `Its link may be incomplete: copy all of it. If that does not help: ${askAgain(company)}`,
  },
}
