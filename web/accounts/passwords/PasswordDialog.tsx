import { zodResolver } from '@hookform/resolvers/zod'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { useEffect, useId } from 'react'
import { useForm } from 'react-hook-form'
import { Reauthenticate } from '#contract/accounts.ts'
import { SubmitButton } from '#web/accounts/SubmitButton.tsx'
import { useSubmission } from '#web/accounts/useSubmission.ts'
import { apiPaths } from '#web/api/apiPaths.ts'
import { send } from '#web/api/http.ts'
import { answerPasswordQuestion } from '#web/api/session/passwordQuestion.ts'
import { PasswordInput } from '#web/components/forms/PasswordInput.tsx'
import { RetryAlert } from '#web/components/notices/RetryAlert.tsx'

const cancel = () => answerPasswordQuestion(false)

interface PasswordDialogProps {
  open: boolean
  email: string
}

/** Opens when the server requires the password before it executes a request. */
export function PasswordDialog({ open, email }: PasswordDialogProps) {
  const id = useId()
  return (
    <Dialog
      open={open}
      fullWidth
      maxWidth="xs"
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
      onClose={cancel}
    >
      <DialogTitle id={`${id}title`}>Enter your password to continue</DialogTitle>
      <PasswordForm email={email} textId={`${id}text`} />
    </Dialog>
  )
}

interface PasswordFormProps {
  email: string
  textId: string
}

function PasswordForm({ email, textId }: PasswordFormProps) {
  const form = useForm<Reauthenticate>({ resolver: zodResolver(Reauthenticate), defaultValues: { password: '' } })
  const { errors, isSubmitting } = form.formState
  useEffect(() => form.setFocus('password'), [form])
  const submit = useSubmission(form, async (body) => {
    await send({ url: apiPaths.reauthenticate, method: 'POST', body })
    answerPasswordQuestion(true)
  })
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ overflowY: 'auto' }}>
      <DialogContent sx={{ display: 'grid', gap: 3, overflow: 'visible', pt: 0 }}>
        <DialogContentText id={textId}>
          You signed in a while ago. We ask again so that no one else with access to this device can change your
          account.
        </DialogContentText>
        {/* Lets a password manager fill in the password of this address. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput control={form.control} name="password" autoComplete="current-password" />
        {errors.root && <RetryAlert message="Not sent" />}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={cancel}>
          Cancel
        </Button>
        <SubmitButton label="Continue" isPending={isSubmitting} />
      </DialogActions>
    </Box>
  )
}
