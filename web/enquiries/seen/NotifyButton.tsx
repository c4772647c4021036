import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { Icon } from '#web/components/icons/Icon.tsx'
import type { IconName } from '#web/components/icons/iconNames.ts'
import { switchNotifications, useNotificationState } from './notifications.ts'

const looks: Record<'on' | 'off' | 'blocked', { icon: IconName; title: string }> = {
  on: { icon: 'bell-ring', title: 'Notifications of new comments are on' },
  off: { icon: 'bell-off', title: 'Notify me of new comments' },
  blocked: { icon: 'bell-off', title: 'This browser blocks notifications from this site' },
}

/** Permission for notifications is requested only when this is pressed. */
export function NotifyButton() {
  const state = useNotificationState()
  if (state === 'unknown') return null
  const { icon, title } = looks[state]
  return (
    <Tooltip title={title}>
      <IconButton
        aria-label="Notifications of new comments"
        aria-pressed={state === 'on'}
        aria-disabled={state === 'blocked'}
        onClick={() => state !== 'blocked' && void switchNotifications(state === 'off')}
      >
        <Icon name={icon} />
      </IconButton>
    </Tooltip>
  )
}
