import Box from '@mui/material/Box'
import ListItemButton from '@mui/material/ListItemButton'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router'
import type { Enquiry } from '#contract/enquiries.ts'
import { DateTime } from '#web/components/DateTime.tsx'
import { Icon } from '#web/components/icons/Icon.tsx'
import { PersonAvatar } from '#web/components/PersonAvatar.tsx'
import { TwoLines } from '#web/components/TwoLines.tsx'
import { deskAddress, type DeskQuery } from '#web/desk/deskQuery.ts'
import { UnreadBadge } from '#web/enquiries/seen/UnreadBadge.tsx'
import { StatusChip } from '#web/enquiries/StatusChip.tsx'
import { visuallyHidden } from '#web/theme/sharedStyles.ts'

interface QueueItemProps {
  enquiry: Enquiry
  query: DeskQuery
  isOpen: boolean
}

export function QueueItem({ enquiry, query, isOpen }: QueueItemProps) {
  const { _id, enquiryId, enquiryType, summery, enquiryStatus, user, unread } = enquiry
  return (
    <Box component="li" sx={{ borderBottom: 1, borderColor: 'divider' }}>
      <ListItemButton
        component={Link}
        to={deskAddress(query, _id)}
        selected={isOpen}
        aria-current={isOpen ? 'page' : undefined}
        sx={{ px: 2, py: 1.5, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 0.75 }}
      >
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          <Typography variant="subtitle2" component="span" sx={{ flexGrow: 1 }} noWrap>
            {enquiryId}
          </Typography>
          <UnreadBadge count={unread} />
          <Waiting enquiry={enquiry} />
        </Box>
        <TwoLines>{summery || enquiryType}</TwoLines>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'text.secondary' }}>
          <StatusChip status={enquiryStatus} />
          <Typography variant="caption" component="span" dir="auto" noWrap sx={{ flexGrow: 1 }}>
            {user.name}
          </Typography>
          <Assignee enquiry={enquiry} />
        </Box>
      </ListItemButton>
    </Box>
  )
}

interface EnquiryProps {
  enquiry: Enquiry
}

/** How long the requester has been waiting for a reply. */
function Waiting({ enquiry: { waitingSince, enquiryStatus } }: EnquiryProps) {
  if (waitingSince === null || enquiryStatus === 'closed') {
    return (
      <Typography variant="caption" component="span" sx={{ color: 'text.secondary' }}>
        {enquiryStatus === 'closed' ? '' : 'Replied'}
      </Typography>
    )
  }
  return (
    <Typography
      variant="caption"
      component="span"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, whiteSpace: 'nowrap', color: 'text.secondary' }}
    >
      <Icon name="clock" size="small" />
      <Box component="span" sx={visuallyHidden}>
        Waiting since
      </Box>
      <DateTime value={waitingSince} detail="brief" />
    </Typography>
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
