import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import { useCallback, useEffect, useState } from 'react'
import type { InvitationState } from '#contract/team.ts'
import { NewPasswordInput } from '#web/accounts/passwords/NewPasswordInput.tsx'
import { roleTexts } from '#web/accounts/team/roleTexts.ts'
import { isFailure } from '#web/api/errors.ts'
import { fetchAskedCode } from '#web/api/fetchCode.ts'
import { TextInput } from '#web/components/forms/TextInput.tsx'
import { RetryAlert } from '#web/components/notices/RetryAlert.tsx'
import { PageTitle } from '#web/components/PageTitle.tsx'
import { AccountForm } from './AccountForm.tsx'
import { FormHeading } from './FormHeading.tsx'
import { UnusableInvitation } from './UnusableInvitation.tsx'

interface JoinCompanyProps {
  invitation: string
}

type LookupResult = InvitationState | 'unknown' | 'failed'

/** Shows which company an invitation is for and a form to join it, or why the invitation cannot be used. */
export function JoinCompany({ invitation }: JoinCompanyProps) {
  const { result, retry } = useInvitation(invitation)
  if (result === 'failed') return <RetryAlert message="Your invitation could not be checked" onRetry={retry} />
  if (!result) return <InvitationLoading />
  if (result === 'unknown' || result.state !== 'open') return <UnusableInvitation invitation={result} />
  const { companyName, email, role } = result
  return (
    <>
      <PageTitle>{`Join ${companyName}`}</PageTitle>
      <FormHeading title={`Join ${companyName}`}>
        You have been invited as {email}. {roleTexts[role].name}: {roleTexts[role].purpose.toLowerCase()}.
      </FormHeading>
      <JoinCompanyForm invitation={invitation} email={email} />
    </>
  )
}

function useInvitation(invitation: string) {
  const [result, setResult] = useState<LookupResult>()
  const load = useCallback(async () => {
    try {
      const { fetchInvitationState } = await fetchAskedCode(() => import('./fetchInvitationState.ts'))
      setResult(await fetchInvitationState(invitation))
    } catch (error) {
      const isUnknown = isFailure(error) && (error.code === 'not-found' || error.code === 'invalid')
      setResult(isUnknown ? 'unknown' : 'failed')
    }
  }, [invitation])
  // oxlint-disable-next-line react/set-state-in-effect -- the state is set when the response arrives
  useEffect(() => void load(), [load])
  const retry = () => {
    setResult(undefined)
    void load()
  }
  return { result, retry }
}

function InvitationLoading() {
  return (
    <Box component="output" sx={{ display: 'grid', justifyItems: 'center', py: 6 }}>
      <CircularProgress aria-label="Checking your invitation" />
    </Box>
  )
}

interface JoinCompanyFormProps {
  invitation: string
  email: string
}

function JoinCompanyForm({ invitation, email }: JoinCompanyFormProps) {
  return (
    <AccountForm
      request={({ joinCompany }) => joinCompany(invitation)}
      defaultValues={{ name: '', password: '' }}
      submitLabel="Join"
    >
      {(control) => (
        <>
          {/* Lets a password manager save the password under this address. */}
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <TextInput control={control} name="name" label="Your name" autoComplete="name" />
          <NewPasswordInput control={control} name="password" />
        </>
      )}
    </AccountForm>
  )
}
