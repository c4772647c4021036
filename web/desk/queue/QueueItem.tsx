import Box from '@mui/material/Box'
import ListItemButton from '@mui/material/ListItemButton'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router'
import type { Enquiry } from '#contract/enquiries.ts'
import { statusLabels } from '#contract/enquiries/choices.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import { PersonAvatar } from '#web/components/PersonAvatar.tsx'
import { deskAddress, type DeskQuery } from '#web/desk/deskQuery.ts'
import { UnreadBadge } from '#web/enquiries/seen/UnreadBadge.tsx'
import { statusLooks } from '#web/enquiries/StatusChip.tsx'
import { deskSizes } from '#web/theme/deskSizes.ts'
import { visuallyHidden } from '#web/theme/sharedStyles.ts'
import { WaitingTime } from './WaitingTime.tsx'

interface QueueItemProps {
  enquiry: Enquiry
  query: DeskQuery
  isOpen: boolean
  /** Whether Tab stops here. The arrow keys reach every item. */
  isTabStop: boolean
}

export function QueueItem({ enquiry, query, isOpen, isTabStop }: QueueItemProps) {
  const { _id, enquiryId, enquiryType, summery, user, unread } = enquiry
  return (
    <Box component="li" sx={{ borderBottom: 1, borderColor: 'divider' }}>
      <ListItemButton
        component={Link}
        to={deskAddress(query, _id)}
        selected={isOpen}
        aria-current={isOpen ? 'page' : undefined}
        tabIndex={isTabStop ? 0 : -1}
        sx={{ minHeight: deskSizes.item - 1, px: 2, py: 1, display: 'grid', gap: 0.5, gridTemplateColumns: '100%' }}
      >
        <Box sx={line}>
          <Typography
            variant="subtitle2"
            component="span"
            dir="auto"
            noWrap
            title={summery || enquiryType}
            sx={{ flexGrow: 1 }}
          >
            {summery || enquiryType}
          </Typography>
          <UnreadBadge count={unread} />
          <Status enquiry={enquiry} />
          <Assignee enquiry={enquiry} />
        </Box>
        <Box sx={{ ...line, gap: 0.5, typography: 'caption', color: 'text.secondary', whiteSpace: 'nowrap' }}>
          <span>{enquiryId}</span>
          <span aria-hidden>·</span>
          <Box component="bdi" title={user.name} sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>
            {user.name}
          </Box>
          <span aria-hidden>·</span>
          <WaitingTime enquiry={enquiry} />
        </Box>
      </ListItemButton>
    </Box>
  )
}

const line = { display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 } as const

interface EnquiryProps {
  enquiry: Enquiry
}

function Status({ enquiry: { enquiryStatus } }: EnquiryProps) {
  const { color, icon } = statusLooks[enquiryStatus]
  const label = `Status: ${statusLabels[enquiryStatus]}`
  return (
    <Box
      component="span"
      title={label}
      sx={(theme) => ({
        display: 'inline-flex',
        color: `${color}.dark`,
        ...theme.applyStyles('dark', { color: `${color}.light` }),
      })}
    >
      <Icon name={icon} size="small" />
      <Box component="span" sx={visuallyHidden}>
        {label}
      </Box>
    </Box>
  )
}

function Assignee({ enquiry: { assignee } }: EnquiryProps) {
  if (!assignee) return null
  return (
    <Box component="span" title={`Assignee: ${assignee.name}`} sx={{ display: 'inline-flex' }}>
      <PersonAvatar name={assignee.name} picture={assignee.profilePic} size="tiny" />
      <Box component="span" sx={visuallyHidden}>{`Assignee: ${assignee.name}`}</Box>
    </Box>
  )
}
