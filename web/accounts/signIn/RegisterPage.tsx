import Link from '@mui/material/Link'
import { lazy, Suspense } from 'react'
import { Link as RouterLink, useLocation, useSearchParams } from 'react-router'
import { pageSettings } from '#web/components/pageSettings.ts'
import { PageTitle } from '#web/components/PageTitle.tsx'
import { paths } from '#web/navigation/paths.ts'
import { FormHeading } from './FormHeading.tsx'
import { RegisterCompanyForm } from './RegisterCompanyForm.tsx'

const JoinCompany = lazy(async () => ({ default: (await import('./JoinCompany.tsx')).JoinCompany }))
const NoRegistration = lazy(async () => ({ default: (await import('./NoRegistration.tsx')).NoRegistration }))

/** Registers a company; with an invitation in the address, its holder joins one. Says so where neither is possible. */
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
