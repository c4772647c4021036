import Dialog from '@mui/material/Dialog'
import Popover from '@mui/material/Popover'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { sizes } from '#web/theme/sizes.ts'
import { NotificationInbox } from './NotificationInbox.tsx'

interface NotificationPanelProps {
  open: boolean
  anchor: HTMLElement | null
  userId: string
  onClosed: () => void
}

const label = 'Notifications'

/** The inbox, below the bell or, on a phone, in the whole window. */
export function NotificationPanel({ open, anchor, userId, onClosed }: NotificationPanelProps) {
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'))
  const inbox = <NotificationInbox userId={userId} isPhone={isPhone} onClosed={onClosed} />
  if (isPhone) {
    return (
      <Dialog fullScreen open={open} onClose={onClosed} slotProps={{ paper: { 'aria-label': label } }}>
        {inbox}
      </Dialog>
    )
  }
  return (
    <Popover
      open={open}
      anchorEl={anchor}
      onClose={onClosed}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        paper: {
          sx: { width: sizes.inbox.panel, display: 'flex', flexDirection: 'column' },
          role: 'dialog',
          'aria-modal': true,
          'aria-label': label,
        },
      }}
    >
      {inbox}
    </Popover>
  )
}
