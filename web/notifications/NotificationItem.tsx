import { useAbility } from '@casl/react'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import ListItemButton from '@mui/material/ListItemButton'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router'
import type { AppAbility } from '#contract/accounts/abilities.ts'
import type { Notification } from '#contract/notifications.ts'
import { DateTime, fullTime } from '#web/components/DateTime.tsx'
import { PersonAvatar } from '#web/components/PersonAvatar.tsx'
import { visuallyHidden } from '#web/theme/sharedStyles.ts'
import { sizes } from '#web/theme/sizes.ts'
import { pathOf, sentenceOf } from './notificationTexts.ts'

interface NotificationItemProps {
  notification: Notification
  userId: string
  /** With `quiet`, because another act has marked it. */
  onMarked: (notification: Notification, isRead: boolean, quiet?: boolean) => void
  onOpened: () => void
}

export function NotificationItem({ notification, userId, onMarked, onOpened }: NotificationItemProps) {
  const canAnswer = useAbility<AppAbility>().can('answer', 'enquiry')
  const { isRead, by, enquiry, at, count } = notification
  const open = () => {
    if (!isRead) onMarked(notification, true, true)
    onOpened()
  }
  return (
    <Box
      component="li"
      sx={{ display: 'flex', alignItems: 'center', '& + &': { borderTop: 1, borderColor: 'divider' } }}
    >
      <ListItemButton
        component={Link}
        to={pathOf(notification, userId, canAnswer)}
        onClick={open}
        sx={{ minWidth: 0, gap: 1.5, alignItems: 'flex-start', py: 1.25 }}
      >
        <PersonAvatar name={by.name} picture={by.profilePic} />
        <Box sx={{ minWidth: 0, flexGrow: 1 }}>
          <Typography variant={isRead ? 'body2' : 'subtitle2'} component="p" sx={{ overflowWrap: 'anywhere' }}>
            {!isRead && (
              <Box component="span" sx={visuallyHidden}>
                Unread:{' '}
              </Box>
            )}
            <Sentence notification={notification} />
          </Typography>
          <Typography variant="body2" component="p" noWrap dir="auto" sx={{ color: 'text.secondary' }}>
            {count === 1 || notification.kind === 'reply' ? enquiry.summery : `${enquiry.enquiryId} and others`}
          </Typography>
          <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
            <span aria-hidden>
              <DateTime value={at} detail="brief" />
            </span>
            <Box component="span" sx={visuallyHidden}>
              {fullTime(new Date(at))}
            </Box>
          </Typography>
        </Box>
      </ListItemButton>
      <ReadButton notification={notification} onMarked={onMarked} />
    </Box>
  )
}

interface SentenceProps {
  notification: Notification
}

/** Keeps the number of the enquiry in one line. */
function Sentence({ notification }: SentenceProps) {
  const { enquiryId } = notification.enquiry
  const [before, after] = sentenceOf(notification).split(enquiryId)
  if (after === undefined) return before
  return (
    <>
      {before}
      <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
        {enquiryId}
      </Box>
      {after}
    </>
  )
}

interface ReadButtonProps {
  notification: Notification
  onMarked: (notification: Notification, isRead: boolean) => void
}

/** A full dot for an unread notification, an empty one for a read one. */
function ReadButton({ notification, onMarked }: ReadButtonProps) {
  const { isRead } = notification
  const title = isRead ? 'Mark as unread' : 'Mark as read'
  return (
    <Tooltip title={title}>
      <IconButton
        aria-label={`${title}: ${sentenceOf(notification)}`}
        onClick={() => onMarked(notification, !isRead)}
        sx={{ mx: 0.5, width: sizes.finger, height: sizes.finger }}
      >
        <Box
          component="span"
          sx={{
            width: sizes.inbox.mark,
            height: sizes.inbox.mark,
            border: 2,
            borderRadius: '50%',
            borderColor: isRead ? 'control' : 'primary.main',
            bgcolor: isRead ? 'transparent' : 'primary.main',
            '@media (forced-colors: active)': { bgcolor: isRead ? 'Canvas' : 'Highlight' },
          }}
        />
      </IconButton>
    </Tooltip>
  )
}
