import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { Icon } from '#web/components/icons/Icon.tsx'
import { useUnreadNotifications } from '#web/enquiries/seen/seenApi.ts'
import { paths } from '#web/navigation/paths.ts'
import { useRouter } from '#web/navigation/useRouter.ts'
import type { InboxView } from './notificationApi.ts'
import { NotificationList } from './NotificationList.tsx'
import { useInbox } from './useInbox.ts'

interface NotificationInboxProps {
  userId: string
  isPhone: boolean
  onClosed: () => void
}

export function NotificationInbox({ userId, isPhone, onClosed }: NotificationInboxProps) {
  const [view, setView] = useState<InboxView>('unread')
  const inbox = useInbox(view, userId)
  const heading = useRef<HTMLHeadingElement>(null)
  const markAll = () => {
    inbox.markAll()
    heading.current?.focus()
  }
  const change = (next: InboxView) => {
    inbox.forgetRead()
    setView(next)
  }
  return (
    <>
      <Box sx={{ p: 2, pb: 1, display: 'grid', gap: 1, borderBottom: 1, borderColor: 'divider' }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
          <Typography component="h2" variant="h6" ref={heading} tabIndex={-1} sx={{ flexGrow: 1, outline: 'none' }}>
            Notifications
          </Typography>
          <SettingsButton onOpened={onClosed} />
          {isPhone && (
            <IconButton aria-label="Close" edge="end" onClick={onClosed}>
              <Icon name="x" />
            </IconButton>
          )}
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
          <ViewChoice view={view} onChosen={change} />
          <MarkAllButton isReady={inbox.canMarkAll} onPressed={markAll} />
        </Box>
      </Box>
      <NotificationList
        inbox={inbox}
        view={view}
        userId={userId}
        isPhone={isPhone}
        onAllAsked={() => change('all')}
        onClosed={onClosed}
      />
    </>
  )
}

interface SettingsButtonProps {
  onOpened: () => void
}

function SettingsButton({ onOpened }: SettingsButtonProps) {
  const { pathname, search, state } = useLocation()
  const router = useRouter()
  const open = () => {
    onOpened()
    void router.replace(paths.notificationChoices(pathname, search), state)
  }
  return (
    <Tooltip title="Notification settings">
      <IconButton aria-label="Notification settings" aria-haspopup="dialog" onClick={open}>
        <Icon name="settings" />
      </IconButton>
    </Tooltip>
  )
}

interface ViewChoiceProps {
  view: InboxView
  onChosen: (view: InboxView) => void
}

function ViewChoice({ view, onChosen }: ViewChoiceProps) {
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={view}
      aria-label="Notifications to show"
      onChange={(_event, chosen: InboxView | null) => chosen && onChosen(chosen)}
    >
      <ToggleButton value="unread" sx={choice}>
        Unread
      </ToggleButton>
      <ToggleButton value="all" sx={choice}>
        All
      </ToggleButton>
    </ToggleButtonGroup>
  )
}

const choice = { px: 1.5, py: 0.5, textTransform: 'none', color: 'text.primary' } as const

interface MarkAllButtonProps {
  /** Whether there are entries to mark: the newest one says up to where. */
  isReady: boolean
  onPressed: () => void
}

function MarkAllButton({ isReady, onPressed }: MarkAllButtonProps) {
  const count = useUnreadNotifications() ?? 0
  return (
    <Button size="small" disabled={count === 0 || !isReady} onClick={onPressed}>
      Mark all as read
    </Button>
  )
}
