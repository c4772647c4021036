import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import CardActionArea from '@mui/material/CardActionArea'
import Typography from '@mui/material/Typography'
import { memo } from 'react'
import { Link } from 'react-router'
import type { Enquiry } from '#contract/enquiries.ts'
import { DateTime } from '#web/components/DateTime.tsx'
import { Icon } from '#web/components/icons/Icon.tsx'
import type { IconName } from '#web/components/icons/iconNames.ts'
import { PersonAvatar } from '#web/components/PersonAvatar.tsx'
import { SelectBox } from '#web/enquiries/bulk/SelectBox.tsx'
import { CustomerMark } from '#web/enquiries/CustomerMark.tsx'
import { StatusChip } from '#web/enquiries/StatusChip.tsx'
import { paths } from '#web/navigation/paths.ts'
import { visuallyHidden } from '#web/theme/sharedStyles.ts'
import { EnquiryMenu } from './EnquiryMenu.tsx'
import { itemProps, type ListItemProps, type ListItemsProps, freshLook, rowLink } from './listItem.ts'
import { Summary } from './Summary.tsx'

/** The layout of the cards on a phone, and of their placeholders. */
export const cardGrid = { display: 'grid', gap: 1.5, px: { xs: 1.5, sm: 2.5 }, pb: 1 } as const

/** The list on narrow screens. */
export function EnquiryCards(props: ListItemsProps) {
  return (
    <Box component="ul" aria-label="Enquiries" sx={{ ...cardGrid, listStyle: 'none', m: 0 }}>
      {props.enquiries.map((enquiry) => (
        <EnquiryCard key={enquiry._id} {...itemProps(enquiry, props)} />
      ))}
    </Box>
  )
}

/** The whole card is a link, except for the controls in its corner. */
const EnquiryCard = memo(function EnquiryCard(props: ListItemProps) {
  const { enquiry, hasAssignees, isFresh, isSelected, onToggled, actions } = props
  return (
    <Card component="li" variant="outlined" sx={[{ boxShadow: 'none', minWidth: 0 }, isFresh && freshLook]}>
      <CardActionArea
        component={Link}
        to={paths.enquiry(enquiry._id)}
        state={actions.place}
        className={rowLink}
        onPointerEnter={() => actions.approach(enquiry)}
        onPointerLeave={actions.leave}
        onFocus={() => actions.approach(enquiry)}
        onBlur={actions.leave}
        sx={{ p: 2, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}
      >
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, paddingInlineEnd: 8 }}>
          <Typography variant="subtitle2" component="span">
            {enquiry.enquiryId}
          </Typography>
          <StatusChip status={enquiry.enquiryStatus} />
        </Box>
        <Box sx={{ display: 'flex', gap: 1.5, color: 'text.secondary' }}>
          <Typography variant="body2" dir="auto" noWrap sx={{ flexGrow: 1 }}>
            {enquiry.enquiryType}
          </Typography>
          {hasAssignees && <Assignee assignee={enquiry.assignee} />}
        </Box>
        <Summary enquiry={enquiry} />
        <Facts enquiry={enquiry} />
      </CardActionArea>
      <Box sx={{ position: 'absolute', insetBlockStart: 8, insetInlineEnd: 8, display: 'flex', alignItems: 'center' }}>
        <SelectBox
          label={`Select ${enquiry.enquiryId}`}
          isChecked={isSelected}
          onToggled={(isRange) => onToggled(enquiry._id, isRange)}
        />
        <EnquiryMenu enquiry={enquiry} actions={actions} />
      </Box>
    </Card>
  )
})

function Assignee({ assignee }: Pick<Enquiry, 'assignee'>) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, maxWidth: 0.5 }}>
      <Icon name="headset" size="small" />
      <Typography variant="body2" dir="auto" noWrap title={assignee?.name}>
        <Box component="span" sx={visuallyHidden}>
          {'Assignee: '}
        </Box>
        {assignee?.name ?? 'Unassigned'}
      </Typography>
    </Box>
  )
}

interface FactsProps {
  enquiry: Enquiry
}

function Facts({ enquiry: { user, documents, messageCount, updatedAt } }: FactsProps) {
  return (
    <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center', color: 'text.secondary', typography: 'body2' }}>
      <PersonAvatar name={user.name} picture={user.profilePic} size="tiny" />
      <Typography variant="body2" component="span" dir="auto" noWrap title={user.name} sx={{ flexGrow: 1 }}>
        {user.name}
      </Typography>
      {user.kind === 'contact' && <CustomerMark />}
      <Count icon="paperclip" label="documents" count={documents.length} />
      <Count icon="message-circle" label="messages" count={messageCount} />
      <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
        <DateTime value={updatedAt} detail="brief" />
      </Box>
    </Box>
  )
}

interface CountProps {
  icon: IconName
  label: string
  count: number
}

export function Count({ icon, label, count }: CountProps) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: 0.5, alignItems: 'center' }}>
      <Icon name={icon} size="small" />
      {count.toLocaleString()}
      <Box component="span" sx={visuallyHidden}>
        {` ${label}`}
      </Box>
    </Box>
  )
}
