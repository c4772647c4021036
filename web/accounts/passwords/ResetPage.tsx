import Alert from '@mui/material/Alert'
import Link from '@mui/material/Link'
import { Link as RouterLink, useSearchParams } from 'react-router'
import { AccountForm } from '#web/accounts/signIn/AccountForm.tsx'
import { FormHeading } from '#web/accounts/signIn/FormHeading.tsx'
import { clearSession } from '#web/api/session/session.ts'
import { PageTitle } from '#web/components/PageTitle.tsx'
import { paths } from '#web/navigation/paths.ts'
import { useRouter } from '#web/navigation/useRouter.ts'
import { NewPasswordInput } from './NewPasswordInput.tsx'

/** Chooses a new password. Opened by a link from a mail, an owner or the operator. */
export function ResetPage() {
  const token = useSearchParams()[0].get('token')
  const { replace } = useRouter()
  const finish = () => {
    clearSession()
    void replace(paths.login)
  }
  return (
    <>
      <PageTitle>New password</PageTitle>
      <FormHeading title="Choose a new password">
        You will be signed out on all devices. Has the link expired?{' '}
        <Link component={RouterLink} to={paths.forgot} variant="subtitle2">
          Ask for a new one
        </Link>
      </FormHeading>
      {token ? (
        <AccountForm
          request={({ resetPassword }) => resetPassword(token)}
          defaultValues={{ newPassword: '' }}
          submitLabel="Change password"
          onSent={finish}
        >
          {(control) => <NewPasswordInput control={control} name="newPassword" label="New password" />}
        </AccountForm>
      ) : (
        <Alert severity="error">This link is incomplete. Copy the whole link and try again.</Alert>
      )}
    </>
  )
}
