import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { Icon } from '#web/components/icons/Icon.tsx'
import type { IconName } from '#web/components/icons/iconNames.ts'
import { switchNotifications, useNotificationState } from './notifications.ts'

const looks: Record<'on' | 'off' | 'blocked', { icon: IconName; title: string }> = {
  on: { icon: 'bell-ring', title: 'You are notified of new comments' },
  off: { icon: 'bell', title: 'Notify me of new comments' },
  blocked: { icon: 'bell-off', title: 'This browser blocks notifications of this site' },
}

/** Nobody is asked for leave to be notified before they press this. */
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
