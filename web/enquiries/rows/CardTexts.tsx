import type { Enquiry, ListedEnquiry } from '#contract/enquiries.ts'
import { DateTime } from '#web/components/DateTime.tsx'
import { Icon } from '#web/components/icons/Icon.tsx'
import { PersonAvatar } from '#web/components/PersonAvatar.tsx'
import { CustomerMark } from '#web/enquiries/CustomerMark.tsx'
import { StatusChip } from '#web/enquiries/StatusChip.tsx'
import { Count } from './Count.tsx'
import { Summary } from './Summary.tsx'

interface CardTextsProps {
  enquiry: ListedEnquiry
  hasAssignees: boolean
}

/** All of a card but its controls. */
export function CardTexts({ enquiry, hasAssignees }: CardTextsProps) {
  return (
    <>
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
    </>
  )
}

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
