import Avatar from '@mui/material/Avatar'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import type { OpenInvitation } from '#contract/team.ts'
import { ProfileItem } from '#web/accounts/profile/ProfileCard.tsx'
import { RelativeTime } from '#web/accounts/RelativeTime.tsx'
import { serverNow } from '#web/api/session/clock.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import { roleTexts } from './roleTexts.ts'
import { teamItemText } from './TeamList.tsx'

interface InvitationListProps {
  invitations: OpenInvitation[]
  renewingEmail: string | undefined
  withdrawingId: string | undefined
  onRenewed: (invitation: OpenInvitation) => void
  onWithdrawn: (id: string) => void
}

export function InvitationList({
  invitations,
  renewingEmail,
  withdrawingId,
  onRenewed,
  onWithdrawn,
}: InvitationListProps) {
  const id = useId()
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Typography id={id} variant="subtitle1" component="h3">
        Invited
      </Typography>
      {invitations.length === 0 && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          Pending invitations appear here.
        </Typography>
      )}
      {invitations.length > 0 && (
        <Box component="ul" aria-labelledby={id} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {invitations.map((invitation) => (
            <ProfileItem key={invitation._id}>
              <InvitationItem
                invitation={invitation}
                isRenewing={invitation.email === renewingEmail}
                isWithdrawing={invitation._id === withdrawingId}
                onRenewed={() => onRenewed(invitation)}
                onWithdrawn={() => onWithdrawn(invitation._id)}
              />
            </ProfileItem>
          ))}
        </Box>
      )}
    </Box>
  )
}

interface InvitationItemProps {
  invitation: OpenInvitation
  isRenewing: boolean
  isWithdrawing: boolean
  onRenewed: () => void
  onWithdrawn: () => void
}

function InvitationItem({ invitation, isRenewing, isWithdrawing, onRenewed, onWithdrawn }: InvitationItemProps) {
  const { email, role, expiresAt, mailFailure } = invitation
  const isExpired = Date.parse(expiresAt) <= serverNow()
  return (
    <>
      <Avatar sx={{ bgcolor: 'background.neutral', color: 'text.secondary' }}>
        <Icon name="user-round" />
      </Avatar>
      <Box sx={teamItemText}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
          <Typography variant="subtitle2" component="h4">
            {email}
          </Typography>
          {isExpired && <Chip size="small" variant="outlined" label="Expired" />}
        </Box>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {roleTexts[role].name}, {isExpired ? 'expired' : 'expires'} <RelativeTime value={expiresAt} />
        </Typography>
        {mailFailure && !isExpired && (
          <Typography variant="body2" sx={{ color: 'error.main', overflowWrap: 'anywhere' }}>
            {mailFailure.reason}.{!mailFailure.isFinal && ' We will try again.'}
          </Typography>
        )}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button
          variant="outlined"
          color="inherit"
          aria-label={`New link for ${email}`}
          loading={isRenewing}
          onClick={onRenewed}
        >
          New link
        </Button>
        <Button
          variant="outlined"
          color="error"
          aria-label={`${isExpired ? 'Remove' : 'Withdraw'} the invitation for ${email}`}
          aria-disabled={isWithdrawing || undefined}
          onClick={() => !isWithdrawing && onWithdrawn()}
        >
          {isExpired ? 'Remove' : 'Withdraw'}
        </Button>
      </Box>
    </>
  )
}
