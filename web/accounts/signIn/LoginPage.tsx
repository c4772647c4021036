import Alert from '@mui/material/Alert'
import Link from '@mui/material/Link'
import { useState } from 'react'
import { Link as RouterLink, useLocation } from 'react-router'
import type { CompanyChoice } from '#contract/accounts.ts'
import { PasswordInput } from '#web/components/forms/PasswordInput.tsx'
import { TextInput } from '#web/components/forms/TextInput.tsx'
import { latePart } from '#web/components/lazy/latePart.tsx'
import { pageSettings } from '#web/components/pageSettings.ts'
import { PageTitle } from '#web/components/PageTitle.tsx'
import { paths } from '#web/navigation/paths.ts'
import { fingerHigh } from '#web/theme/sharedStyles.ts'
import { AccountForm } from './AccountForm.tsx'
import { FormHeading } from './FormHeading.tsx'
import { isReturnPoint } from './useSignedIn.ts'

const CompanyInput = latePart(async () => (await import('./CompanyInput.tsx')).CompanyInput)

export function LoginPage() {
  const { state } = useLocation()
  const [companies, setCompanies] = useState<CompanyChoice>()
  return (
    <>
      <PageTitle>Sign in</PageTitle>
      <FormHeading title="Sign in">
        {pageSettings.registration === 'open' && (
          <>
            Don’t have an account?{' '}
            <Link component={RouterLink} to={paths.register} state={state} variant="subtitle2">
              Get started
            </Link>
          </>
        )}
      </FormHeading>
      {isReturnPoint(state) && state.hasEnded && (
        <Alert severity="info" sx={{ mb: 3 }}>
          Your session has ended. Sign in to continue where you left off. Your text is kept on this device.
        </Alert>
      )}
      {isReturnPoint(state) && state.isOpenToAll && (
        <Alert severity="info" sx={{ mb: 3 }}>
          Your session has ended. Sign in, or{' '}
          <Link component={RouterLink} to={state.from} color="inherit">
            go back to the page that you opened
          </Link>
          .
        </Alert>
      )}
      <AccountForm
        request={({ logIn }) => logIn(setCompanies)}
        defaultValues={{ email: '', password: '' }}
        submitLabel="Sign in"
      >
        {(control) => (
          <>
            <TextInput control={control} name="email" label="Email address" type="email" autoComplete="username" />
            <PasswordInput control={control} name="password" autoComplete="current-password" />
            <Link
              component={RouterLink}
              to={paths.forgot}
              variant="subtitle2"
              sx={{ justifySelf: 'end', mt: -1, ...fingerHigh }}
            >
              Forgot password?
            </Link>
            {companies && (
              <CompanyInput
                control={control}
                companies={companies}
                onCredentialsChanged={() => setCompanies(undefined)}
              />
            )}
          </>
        )}
      </AccountForm>
    </>
  )
}
