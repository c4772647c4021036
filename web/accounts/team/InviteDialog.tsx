import { zodResolver } from '@hookform/resolvers/zod'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Invite, type Invitation } from '#contract/accounts.ts'
import { SubmitButton } from '#web/accounts/SubmitButton.tsx'
import { useSubmission } from '#web/accounts/useSubmission.ts'
import { useIdempotencyKey } from '#web/api/useIdempotencyKey.ts'
import { TextInput } from '#web/components/forms/TextInput.tsx'
import { LinkDialog } from './LinkDialog.tsx'
import { RoleInput } from './RoleInput.tsx'
import { useInviteMutation } from './teamApi.ts'

interface InviteDialogProps {
  open: boolean
  onClosed: () => void
}

/** Asks whom to invite, and then shows the link. */
export function InviteDialog({ open, onClosed }: InviteDialogProps) {
  const [made, setMade] = useState<Invitation>()
  const close = () => {
    setMade(undefined)
    onClosed()
  }
  if (made) return <LinkDialog open={open} invitation={made} onClosed={close} />
  return <AskDialog open={open} onClosed={close} onMade={setMade} />
}

interface AskDialogProps extends InviteDialogProps {
  onMade: (invitation: Invitation) => void
}

function AskDialog({ open, onClosed, onMade }: AskDialogProps) {
  const id = useId()
  return (
    <Dialog open={open} fullWidth maxWidth="sm" aria-labelledby={id} onClose={onClosed}>
      <DialogTitle id={id}>Invite somebody</DialogTitle>
      <InviteForm onCancelled={onClosed} onMade={onMade} />
    </Dialog>
  )
}

interface InviteFormProps {
  onCancelled: () => void
  onMade: (invitation: Invitation) => void
}

function InviteForm({ onCancelled, onMade }: InviteFormProps) {
  const [invite] = useInviteMutation()
  const { keyFor, forget } = useIdempotencyKey()
  const form = useForm<Invite>({ resolver: zodResolver(Invite), defaultValues: { email: '', role: 'member' } })
  const { errors, isSubmitting } = form.formState
  const submit = useSubmission(form, async (values) => {
    const made = await invite({ invite: values, idempotencyKey: keyFor(values) }).unwrap()
    forget()
    onMade(made)
  })
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ overflowY: 'auto' }}>
      <DialogContent sx={{ display: 'grid', gap: 3, overflow: 'visible' }}>
        <TextInput control={form.control} name="email" label="Email address" type="email" autoComplete="off" />
        <RoleInput control={form.control} name="role" />
        {errors.root && <Alert severity="error">{errors.root.message}</Alert>}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onCancelled}>
          Cancel
        </Button>
        <SubmitButton label="Invite" isPending={isSubmitting} />
      </DialogActions>
    </Box>
  )
}
