import type { ResetLink } from '#contract/team.ts'
import { RelativeTime } from '#web/accounts/RelativeTime.tsx'
import { paths } from '#web/navigation/paths.ts'
import { LinkDialog } from './LinkDialog.tsx'

interface ResetLinkDialogProps {
  open: boolean
  /** The link, and the person it is for. */
  made: { name: string; link: ResetLink } | undefined
  onClosed: () => void
}

/** Shows a new reset link, once. */
export function ResetLinkDialog({ open, made, onClosed }: ResetLinkDialogProps) {
  if (!made) return null
  const { name, link } = made
  return (
    <LinkDialog
      open={open}
      title={`Reset link for ${name}`}
      link={{ label: 'Reset link', path: `${paths.reset}?token=${link.token}` }}
      onClosed={onClosed}
    >
      Send this link to {name}, and to no one else: with it they choose a new password, which signs them out everywhere.
      It works once, expires <RelativeTime value={link.expiresAt} />, and is not shown again.
    </LinkDialog>
  )
}
