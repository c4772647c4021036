import { zodResolver } from '@hookform/resolvers/zod'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ChangePassword } from '#contract/accounts.ts'
import { ProfileCard } from '#web/accounts/profile/ProfileCard.tsx'
import { SubmitButton } from '#web/accounts/SubmitButton.tsx'
import { useSubmission } from '#web/accounts/useSubmission.ts'
import { PasswordInput } from '#web/components/forms/PasswordInput.tsx'
import { RetryAlert } from '#web/components/notices/RetryAlert.tsx'
import { NewPasswordInput } from './NewPasswordInput.tsx'

interface PasswordCardProps {
  email: string
  /** Rejects with a `Failure` when the server refuses. */
  onSubmitted: (change: ChangePassword) => Promise<void>
}

export function PasswordCard({ email, onSubmitted }: PasswordCardProps) {
  const form = useForm<ChangePassword>({
    resolver: zodResolver(ChangePassword),
    defaultValues: { currentPassword: '', newPassword: '' },
  })
  const { errors, isSubmitting } = form.formState
  const [isChanged, setIsChanged] = useState(false)
  const submit = useSubmission(form, async (change) => {
    setIsChanged(false)
    await onSubmitted(change)
    form.reset()
    setIsChanged(true)
  })
  return (
    <ProfileCard part="password" title="Password" description="Changing it signs you out everywhere else.">
      <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 3, alignContent: 'start' }}>
        {/* Lets a password manager save the password under this address. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput
          control={form.control}
          name="currentPassword"
          label="Current password"
          autoComplete="current-password"
        />
        <NewPasswordInput control={form.control} name="newPassword" label="New password" />
        {errors.root && <RetryAlert message="Not saved" />}
        {isChanged && (
          <Alert severity="success">Your password has been changed, and your other sessions have ended.</Alert>
        )}
        <SubmitButton label="Change password" isPending={isSubmitting} />
      </Box>
    </ProfileCard>
  )
}
