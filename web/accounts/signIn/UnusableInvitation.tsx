import type { InvitationState } from '#contract/team.ts'
import { RegistrationNotice } from './RegistrationNotice.tsx'

interface UnusableInvitationProps {
  invitation: InvitationState | 'unknown'
}

/** Says why an invitation cannot be used, and how to get a new one. */
export function UnusableInvitation({ invitation }: UnusableInvitationProps) {
  const { title, why } = reasons[invitation === 'unknown' ? 'unknown' : invitation.state]
  const company = invitation === 'unknown' ? 'your company' : invitation.companyName
  return <RegistrationNotice title={title} help={why(company)} />
}

const askForNew = (company: string) => `Ask an owner of ${company} for a new one.`

const reasons: Record<InvitationState['state'] | 'unknown', { title: string; why: (company: string) => string }> = {
  open: { title: 'Invitation', why: askForNew },
  used: {
    title: 'This invitation has been used',
    why: (company) => `If you joined ${company} with it, sign in. Otherwise, ask an owner of ${company} for a new one.`,
  },
  expired: {
    title: 'This invitation has expired',
    why: (company) => `Invitations are valid for seven days. ${askForNew(company)}`,
  },
  withdrawn: {
    title: 'This invitation was withdrawn',
    why: (company) => `Its link no longer works. ${askForNew(company)}`,
  },
  unknown: {
    title: 'This invitation is not valid',
    why: (company) =>
      `Its link may be incomplete: copy the whole link. If that does not help, ask an owner of ${company} for a new one.`,
  },
}
