import Divider from '@mui/material/Divider'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListSubheader from '@mui/material/ListSubheader'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { Link } from 'react-router'
import type { Enquiry, EnquiryStatus } from '#contract/enquiries.ts'
import { enquiryStatuses } from '#contract/enquiries/choices.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import { StatusChip } from '#web/enquiries/StatusChip.tsx'
import { paths, withReplyBox } from '#web/navigation/paths.ts'
import type { ListPlace } from './listPlace.ts'

interface EnquiryActionsProps {
  enquiry: Enquiry
  open: boolean
  anchor: HTMLElement | null
  place: ListPlace
  canAnswer: boolean
  canReadComments: boolean
  canChangeStatus: boolean
  isSaving: boolean
  onChosen: (status: EnquiryStatus) => void
  onClosed: () => void
}

export function EnquiryActions({ enquiry, open, anchor, place, onClosed, ...can }: EnquiryActionsProps) {
  const { canAnswer, canReadComments, canChangeStatus, isSaving, onChosen } = can
  return (
    <Menu open={open} anchorEl={anchor} onClose={onClosed}>
      {canAnswer && (
        <MenuItem component={Link} to={paths.deskEnquiry(enquiry._id)} state={withReplyBox}>
          <ListItemIcon>
            <Icon name="headset" />
          </ListItemIcon>
          Reply
        </MenuItem>
      )}
      <MenuItem component={Link} to={paths.enquiry(enquiry._id)} state={place}>
        <ListItemIcon>
          <Icon name="file-text" />
        </ListItemIcon>
        Open enquiry
      </MenuItem>
      {canReadComments && (
        <MenuItem component={Link} to={paths.chat(enquiry._id)} state={place}>
          <ListItemIcon>
            <Icon name="messages-square" />
          </ListItemIcon>
          Open comments
        </MenuItem>
      )}
      {canChangeStatus && <Divider />}
      {canChangeStatus && <ListSubheader role="presentation">Change status</ListSubheader>}
      {canChangeStatus &&
        enquiryStatuses.map((status) => (
          <MenuItem
            key={status}
            role="menuitemradio"
            aria-checked={status === enquiry.enquiryStatus}
            selected={status === enquiry.enquiryStatus}
            disabled={isSaving}
            onClick={() => onChosen(status)}
          >
            <StatusChip status={status} />
          </MenuItem>
        ))}
    </Menu>
  )
}
