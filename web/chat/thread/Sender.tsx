import Avatar from '@mui/material/Avatar'
import Typography from '@mui/material/Typography'
import type { Message } from '#contract/chat.ts'
import { useSeat } from '#web/chat/seat.ts'
import { DateTime } from '#web/components/DateTime.tsx'
import { Icon } from '#web/components/icons/Icon.tsx'
import { PersonAvatar } from '#web/components/PersonAvatar.tsx'
import { sizes } from '#web/theme/sizes.ts'
import { TimeOfDay } from './TimeOfDay.tsx'

interface SenderProps {
  message: Pick<Message, 'side' | 'createdAt'> & { sender: Pick<Message['sender'], 'name' | 'profilePic'> }
}

export function SenderAvatar({ message: { side, sender } }: SenderProps) {
  if (side === 'customer') return <PersonAvatar name={sender.name} picture={sender.profilePic} />
  return (
    <Avatar
      variant="rounded"
      sx={{ width: sizes.avatar.medium, height: sizes.avatar.medium, bgcolor: 'side.host', color: 'background.paper' }}
    >
      <Icon name="headset" />
    </Avatar>
  )
}

/** The customer's seat shows the full date, as the chat page must; on the desk the day is in the heading above. */
export function SenderLine({ message: { side, sender, createdAt } }: SenderProps) {
  const { own } = useSeat()
  return (
    <>
      <Typography variant="subtitle2" component="span" sx={{ color: `side.${side}`, overflowWrap: 'anywhere' }}>
        {sender.name}
      </Typography>
      {side === 'host' && <SupportLabel />}
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {own === 'host' ? <TimeOfDay value={createdAt} /> : <DateTime value={createdAt} />}
      </Typography>
    </>
  )
}

/** Marks the host's messages without relying on colour. */
function SupportLabel() {
  return (
    <Typography
      variant="caption"
      sx={{ px: 0.75, border: 1, borderRadius: 0.5, color: 'side.host', fontWeight: 'fontWeightMedium' }}
    >
      Support
    </Typography>
  )
}
