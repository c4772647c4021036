import Avatar from '@mui/material/Avatar'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import type { SessionEntry } from '#contract/accounts.ts'
import { deviceOf, type Device } from '#contract/device.ts'
import { ProfileItem } from '#web/accounts/profile/ProfileCard.tsx'
import { RelativeTime } from '#web/accounts/RelativeTime.tsx'
import { DateTime } from '#web/components/DateTime.tsx'
import { Icon } from '#web/components/icons/Icon.tsx'
import type { IconName } from '#web/components/icons/iconNames.ts'

interface SessionItemProps {
  session: SessionEntry
  isEnding: boolean
  onEnd: () => void
  onLogOut: () => void
}

const icons: Record<Device['kind'], IconName> = { computer: 'monitor', phone: 'smartphone', tablet: 'tablet' }

export function SessionItem({ session, isEnding, onEnd, onLogOut }: SessionItemProps) {
  const { name, kind } = deviceOf(session.device)
  return (
    <ProfileItem>
      <Avatar sx={{ bgcolor: 'background.neutral', color: 'text.secondary' }}>
        <Icon name={icons[kind]} />
      </Avatar>
      <Box sx={{ flex: '1 1 0', minWidth: 'min-content' }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
          <Typography variant="subtitle2" component="h3" title={session.device}>
            {name}
          </Typography>
          {session.isCurrent && <Chip size="small" label="This device" />}
        </Box>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          Last used <RelativeTime value={session.lastSeenAt} />, signed in{' '}
          <DateTime value={session.createdAt} detail="day" />
        </Typography>
      </Box>
      {session.isCurrent ? (
        <Button size="small" variant="outlined" color="inherit" onClick={onLogOut}>
          Logout
        </Button>
      ) : (
        <Button
          size="small"
          variant="outlined"
          color="error"
          aria-label={`End session: ${name}`}
          aria-disabled={isEnding || undefined}
          onClick={() => !isEnding && onEnd()}
        >
          End session
        </Button>
      )}
    </ProfileItem>
  )
}
