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
import { EnquiryMenu } from './EnquiryMenu.tsx'
import { itemProps, type ListItemProps, type ListItemsProps, rowLink } from './listItem.ts'
import { Summary } from './Summary.tsx'

/** The list on narrow screens. */
export function EnquiryCards(props: ListItemsProps) {
  return (
    <ul aria-label="Enquiries" className="enquiry-cards">
      {props.enquiries.map((enquiry) => (
        <EnquiryCard key={enquiry._id} {...itemProps(enquiry, props)} />
      ))}
    </ul>
  )
}

/** The whole card is a link, except for the controls in its corner. */
const EnquiryCard = memo(function EnquiryCard(props: ListItemProps) {
  const { enquiry, hasAssignees, isFresh, isSelected, onToggled, actions } = props
  return (
    <li className={isFresh ? 'enquiry-card fresh' : 'enquiry-card'}>
      <Link
        to={paths.enquiry(enquiry._id)}
        state={actions.place}
        className={rowLink}
        onPointerEnter={() => actions.approach(enquiry)}
        onPointerLeave={actions.leave}
        onFocus={() => actions.approach(enquiry)}
        onBlur={actions.leave}
      >
        <div className="card-heading">
          <span className="card-number">{enquiry.enquiryId}</span>
          <StatusChip status={enquiry.enquiryStatus} />
        </div>
        <div className="card-type">
          <p className="one-line" dir="auto">
            {enquiry.enquiryType}
          </p>
          {hasAssignees && <Assignee assignee={enquiry.assignee} />}
        </div>
        <Summary enquiry={enquiry} />
        <Facts enquiry={enquiry} />
      </Link>
      <div className="card-corner">
        <SelectBox
          label={`Select ${enquiry.enquiryId}`}
          isChecked={isSelected}
          onToggled={(isRange) => onToggled(enquiry._id, isRange)}
        />
        <EnquiryMenu enquiry={enquiry} actions={actions} />
      </div>
    </li>
  )
})

function Assignee({ assignee }: Pick<Enquiry, 'assignee'>) {
  return (
    <div className="card-assignee">
      <Icon name="headset" size="small" />
      <p className="one-line" dir="auto" title={assignee?.name}>
        <span className="visually-hidden">{'Assignee: '}</span>
        {assignee?.name ?? 'Unassigned'}
      </p>
    </div>
  )
}

interface FactsProps {
  enquiry: Enquiry
}

function Facts({ enquiry: { user, documents, messageCount, updatedAt } }: FactsProps) {
  return (
    <div className="card-facts">
      <PersonAvatar name={user.name} picture={user.profilePic} size="tiny" />
      <span className="one-line" dir="auto" title={user.name}>
        {user.name}
      </span>
      {user.kind === 'contact' && <CustomerMark />}
      <Count icon="paperclip" label="documents" count={documents.length} />
      <Count icon="message-circle" label="messages" count={messageCount} />
      <DateTime value={updatedAt} detail="brief" />
    </div>
  )
}

interface CountProps {
  icon: IconName
  label: string
  count: number
}

export function Count({ icon, label, count }: CountProps) {
  return (
    <span className="count">
      <Icon name={icon} size="small" />
      {count.toLocaleString()}
      <span className="visually-hidden">{` ${label}`}</span>
    </span>
  )
}
