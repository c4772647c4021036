import { NewPasswordInput } from '#web/accounts/passwords/NewPasswordInput.tsx'
import { TextInput } from '#web/components/forms/TextInput.tsx'
import { AccountForm } from './AccountForm.tsx'

interface JoinCompanyFormProps {
  invitation: string
  email: string
}

export function JoinCompanyForm({ invitation, email }: JoinCompanyFormProps) {
  return (
    <AccountForm
      entrance={({ joinCompany }) => joinCompany(invitation)}
      defaultValues={{ name: '', password: '' }}
      submitLabel="Join"
    >
      {(control) => (
        <>
          {/* A password manager learns from it whose password this is. */}
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <TextInput control={control} name="name" label="Your name" autoComplete="name" />
          <NewPasswordInput control={control} name="password" />
        </>
      )}
    </AccountForm>
  )
}
