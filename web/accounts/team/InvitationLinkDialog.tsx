import { paths } from '#web/navigation/paths.ts'
import { LinkDialog } from './LinkDialog.tsx'

interface InvitationLinkDialogProps {
  open: boolean
  invitation: { email: string; invitation: string | null; isMailed?: boolean } | undefined
  onClosed: () => void
}

export function InvitationLinkDialog({ open, invitation, onClosed }: InvitationLinkDialogProps) {
  const token = invitation?.invitation
  return (
    <LinkDialog
      open={open}
      title={`Invitation for ${invitation?.email}`}
      link={token ? { label: 'Invitation link', path: `${paths.register}?invitation=${token}` } : undefined}
      onClosed={onClosed}
    >
      {invitation?.isMailed
        ? 'The invitation is on its way by email. You can also share the link yourself. '
        : 'Share this link with the person you invite. '}
      It works once: the first person who uses it joins your company.
    </LinkDialog>
  )
}
