import type { Invitation } from '#contract/accounts.ts'
import { paths } from '#web/navigation/paths.ts'
import { LinkDialog } from './LinkDialog.tsx'

interface InvitationLinkDialogProps {
  open: boolean
  invitation: Invitation | undefined
  onClosed: () => void
}

export function InvitationLinkDialog({ open, invitation, onClosed }: InvitationLinkDialogProps) {
  return (
    <LinkDialog
      open={open}
      title={`Invitation for ${invitation?.email}`}
      link={invitation && { label: 'Invitation link', path: `${paths.register}?invitation=${invitation.invitation}` }}
      onClosed={onClosed}
    >
      {invitation?.isMailed
        ? 'The invitation is on its way by email. You can also share the link yourself. '
        : 'Share this link with the person you invite. '}
      It works once: the first person who uses it joins your company. It is not shown again.
    </LinkDialog>
  )
}
