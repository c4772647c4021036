import { zodResolver } from '@hookform/resolvers/zod'
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
import { RetryAlert } from '#web/components/notices/RetryAlert.tsx'
import { InvitationLinkDialog } from './InvitationLinkDialog.tsx'
import { RoleInput } from './RoleInput.tsx'
import { useInviteMutation } from './teamApi.ts'

interface InviteDialogProps {
  open: boolean
  onClosed: () => void
}

/** A form to invite a person, and then the link of the invitation. */
export function InviteDialog({ open, onClosed }: InviteDialogProps) {
  const [invitation, setInvitation] = useState<Invitation>()
  const close = () => {
    setInvitation(undefined)
    onClosed()
  }
  if (invitation) return <InvitationLinkDialog open={open} invitation={invitation} onClosed={close} />
  return <InviteFormDialog open={open} onClosed={close} onInvited={setInvitation} />
}

interface InviteFormDialogProps extends InviteDialogProps {
  onInvited: (invitation: Invitation) => void
}

function InviteFormDialog({ open, onClosed, onInvited }: InviteFormDialogProps) {
  const id = useId()
  return (
    <Dialog open={open} fullWidth maxWidth="sm" aria-labelledby={id} onClose={onClosed}>
      <DialogTitle id={id}>Invite someone</DialogTitle>
      <InviteForm onCancelled={onClosed} onInvited={onInvited} />
    </Dialog>
  )
}

interface InviteFormProps {
  onCancelled: () => void
  onInvited: (invitation: Invitation) => void
}

function InviteForm({ onCancelled, onInvited }: InviteFormProps) {
  const [invite] = useInviteMutation()
  const { keyFor, forget } = useIdempotencyKey()
  const form = useForm<Invite>({ resolver: zodResolver(Invite), defaultValues: { email: '', role: 'member' } })
  const { errors, isSubmitting } = form.formState
  const submit = useSubmission(form, async (values) => {
    const invitation = await invite({ invite: values, idempotencyKey: keyFor(values) }).unwrap()
    forget()
    onInvited(invitation)
  })
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ overflowY: 'auto' }}>
      <DialogContent sx={{ display: 'grid', gap: 3, overflow: 'visible' }}>
        <TextInput control={form.control} name="email" label="Email address" type="email" autoComplete="off" />
        <RoleInput control={form.control} name="role" />
        {errors.root && <RetryAlert message="Not sent" />}
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
