import Link from '@mui/material/Link'
import { Suspense } from 'react'
import { Link as RouterLink, useLocation, useSearchParams } from 'react-router'
import { NewPasswordInput } from '#web/accounts/passwords/NewPasswordInput.tsx'
import { TextInput } from '#web/components/forms/TextInput.tsx'
import { lazy } from '#web/components/lazy/lazy.ts'
import { pageSettings } from '#web/components/pageSettings.ts'
import { PageTitle } from '#web/components/PageTitle.tsx'
import { paths } from '#web/navigation/paths.ts'
import { AccountForm } from './AccountForm.tsx'
import { FormHeading } from './FormHeading.tsx'

const JoinCompany = lazy(async () => ({ default: (await import('./JoinCompany.tsx')).JoinCompany }))
const NoRegistration = lazy(async () => ({ default: (await import('./NoRegistration.tsx')).NoRegistration }))

/** Registers a company, or joins one with the invitation in the URL. Says so if registration does not allow it. */
export function RegisterPage() {
  const invitation = useSearchParams()[0].get('invitation')
  const { state } = useLocation()
  const { registration } = pageSettings
  if (registration === 'closed' || (registration === 'invited' && !invitation)) {
    return (
      <Suspense>
        <NoRegistration registration={registration} />
      </Suspense>
    )
  }
  if (invitation) {
    return (
      <Suspense>
        <JoinCompany invitation={invitation} />
      </Suspense>
    )
  }
  return (
    <>
      <PageTitle>Sign up</PageTitle>
      <FormHeading title="Sign up">
        Already have an account?{' '}
        <Link component={RouterLink} to={paths.login} state={state} variant="subtitle2">
          Sign in
        </Link>
      </FormHeading>
      <RegisterCompanyForm />
    </>
  )
}

function RegisterCompanyForm() {
  return (
    <AccountForm
      request={({ registerCompany }) => registerCompany}
      defaultValues={{ companyName: '', name: '', email: '', password: '' }}
      submitLabel="Create account"
    >
      {(control) => (
        <>
          <TextInput control={control} name="companyName" label="Company name" autoComplete="organization" />
          <TextInput control={control} name="name" label="Your name" autoComplete="name" />
          <TextInput control={control} name="email" label="Email address" type="email" autoComplete="username" />
          <NewPasswordInput control={control} name="password" />
        </>
      )}
    </AccountForm>
  )
}
