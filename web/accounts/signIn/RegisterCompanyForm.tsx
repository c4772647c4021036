import { NewPasswordInput } from '#web/accounts/passwords/NewPasswordInput.tsx'
import { TextInput } from '#web/components/forms/TextInput.tsx'
import { AccountForm } from './AccountForm.tsx'

export function RegisterCompanyForm() {
  return (
    <AccountForm
      entrance={({ registerCompany }) => registerCompany}
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
