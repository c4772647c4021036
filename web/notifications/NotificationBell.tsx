import Tooltip from '@mui/material/Tooltip'
import { useState } from 'react'
import { Icon } from '#web/components/icons/Icon.tsx'
import { latePart } from '#web/components/lazy/latePart.tsx'
import { lazyPart } from '#web/components/lazy/lazyPart.tsx'
import { PlainButton } from '#web/components/PlainButton.tsx'
import { countLabel } from '#web/components/unreadCount.ts'
import { useUnreadNotifications } from '#web/enquiries/seen/seenApi.ts'

interface NotificationBellProps {
  userId: string
}

const NotificationSigns = latePart(async () => (await import('./NotificationSigns.tsx')).NotificationSigns)
const NotificationPanel = lazyPart(async () => (await import('./NotificationPanel.tsx')).NotificationPanel)

/** Shows how many notifications are unread, and opens the inbox. */
export function NotificationBell({ userId }: NotificationBellProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const count = useUnreadNotifications() ?? 0
  return (
    <>
      <Tooltip title="Notifications">
        <PlainButton
          className="icon-button"
          aria-label={count > 0 ? `Notifications, ${countLabel(count)} unread` : 'Notifications'}
          aria-haspopup="dialog"
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <Icon name="bell" />
          {count > 0 && <span className="icon-button-badge">{countLabel(count)}</span>}
        </PlainButton>
      </Tooltip>
      <NotificationSigns />
      <NotificationPanel open={anchor !== null} anchor={anchor} userId={userId} onClosed={() => setAnchor(null)} />
    </>
  )
}
