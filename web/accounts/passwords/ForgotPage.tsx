import Alert from '@mui/material/Alert'
import Link from '@mui/material/Link'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router'
import { AccountForm } from '#web/accounts/signIn/AccountForm.tsx'
import { FormHeading } from '#web/accounts/signIn/FormHeading.tsx'
import { TextInput } from '#web/components/forms/TextInput.tsx'
import { pageSettings } from '#web/components/pageSettings.ts'
import { PageTitle } from '#web/components/PageTitle.tsx'
import { paths } from '#web/navigation/paths.ts'

/** Requests a mail with a link to choose a new password. */
export function ForgotPage() {
  return (
    <>
      <PageTitle>Forgot password</PageTitle>
      <FormHeading title="Forgot your password?">
        <Link component={RouterLink} to={paths.login} variant="subtitle2">
          Back to sign in
        </Link>
      </FormHeading>
      {pageSettings.sendsMail ? (
        <ForgotForm />
      ) : (
        <Alert severity="info">
          This server does not send email. Ask an owner of your company for a reset link: they create it under Profile,
          in the team list. If you are the only owner, ask the operator of this server.
        </Alert>
      )}
    </>
  )
}

function ForgotForm() {
  const [isSent, setIsSent] = useState(false)
  return (
    <AccountForm
      request={({ forgotPassword }) => forgotPassword}
      defaultValues={{ email: '' }}
      submitLabel="Send me a link"
      onSent={() => setIsSent(true)}
    >
      {(control) => (
        <>
          <TextInput control={control} name="email" label="Email address" type="email" autoComplete="username" />
          {isSent && (
            <Alert severity="success">Check your inbox and your spam folder. The link is valid for one hour.</Alert>
          )}
        </>
      )}
    </AccountForm>
  )
}
