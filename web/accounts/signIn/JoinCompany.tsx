import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import { useCallback, useEffect, useState } from 'react'
import type { InvitationState } from '#contract/team.ts'
import { roleLook } from '#web/accounts/team/roleLook.ts'
import { isFailure } from '#web/api/errors.ts'
import { fetchCode } from '#web/api/fetchCode.ts'
import { RetryAlert } from '#web/components/notices/RetryAlert.tsx'
import { PageTitle } from '#web/components/PageTitle.tsx'
import { FormHeading } from './FormHeading.tsx'
import { InvitationOver } from './InvitationOver.tsx'
import { JoinCompanyForm } from './JoinCompanyForm.tsx'

interface JoinCompanyProps {
  invitation: string
}

type Known = InvitationState | 'unknown' | 'failed'

/** Says which company an invitation is to, and lets its holder join; or why that is not possible any more. */
export function JoinCompany({ invitation }: JoinCompanyProps) {
  const { known, retry } = useInvitation(invitation)
  if (known === 'failed') return <RetryAlert message="Your invitation could not be looked at." onRetry={retry} />
  if (!known) return <Looking />
  if (known === 'unknown' || known.state !== 'open') return <InvitationOver known={known} />
  const { companyName, email, role } = known
  return (
    <>
      <PageTitle>{`Join ${companyName}`}</PageTitle>
      <FormHeading title={`Join ${companyName}`}>
        You are invited as {email}. {roleLook[role].name}: {roleLook[role].purpose.toLowerCase()}.
      </FormHeading>
      <JoinCompanyForm invitation={invitation} email={email} />
    </>
  )
}

function useInvitation(invitation: string) {
  const [known, setKnown] = useState<Known>()
  const look = useCallback(async () => {
    try {
      const { fetchInvitationState } = await fetchCode(() => import('./fetchInvitationState.ts'))
      setKnown(await fetchInvitationState(invitation))
    } catch (error) {
      const isUnknown = isFailure(error) && (error.code === 'not-found' || error.code === 'invalid')
      setKnown(isUnknown ? 'unknown' : 'failed')
    }
  }, [invitation])
  // oxlint-disable-next-line react/set-state-in-effect -- it is set once the answer has come
  useEffect(() => void look(), [look])
  const retry = () => {
    setKnown(undefined)
    void look()
  }
  return { known, retry }
}

function Looking() {
  return (
    <Box component="output" sx={{ display: 'grid', justifyItems: 'center', py: 6 }}>
      <CircularProgress aria-label="Looking at your invitation" />
    </Box>
  )
}
