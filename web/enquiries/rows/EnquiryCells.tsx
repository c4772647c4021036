import type { Enquiry, ListedEnquiry } from '#contract/enquiries.ts'
import { DateTime } from '#web/components/DateTime.tsx'
import { PersonAvatar } from '#web/components/PersonAvatar.tsx'
import { CustomerMark } from '#web/enquiries/CustomerMark.tsx'
import { StatusChip } from '#web/enquiries/StatusChip.tsx'
import { Summary } from './Summary.tsx'

interface EnquiryCellsProps {
  enquiry: ListedEnquiry
  hasAssignees: boolean
}

/** The cells of a row that say something about its enquiry, after the one with its number. */
export function EnquiryCells({ enquiry, hasAssignees }: EnquiryCellsProps) {
  return (
    <>
      <td className="column-type">
        <OneLine>{enquiry.enquiryType}</OneLine>
      </td>
      <td>
        <Summary enquiry={enquiry} />
      </td>
      <td className="column-requester">
        <Person {...enquiry.user} />
      </td>
      {hasAssignees && <td>{enquiry.assignee ? <Person {...enquiry.assignee} /> : 'Unassigned'}</td>}
      <td>
        <StatusChip status={enquiry.enquiryStatus} />
      </td>
      <td className="column-documents">{enquiry.documents.length.toLocaleString()}</td>
      <td className="column-messages">{enquiry.messageCount.toLocaleString()}</td>
      <td className="column-updated">
        <DateTime value={enquiry.updatedAt} detail="brief" />
      </td>
    </>
  )
}

type PersonProps = Pick<Enquiry['user'], 'name' | 'profilePic'> & Partial<Pick<Enquiry['user'], 'kind'>>

function Person({ name, profilePic, kind }: PersonProps) {
  return (
    <div className="person">
      <PersonAvatar name={name} picture={profilePic} size="tiny" />
      <OneLine>{name}</OneLine>
      {kind === 'contact' && <CustomerMark />}
    </div>
  )
}

/** User text, cut off at the end of the cell. The tooltip has the full text. */
function OneLine({ children }: { children: string }) {
  return (
    <div className="one-line" dir="auto" title={children}>
      {children}
    </div>
  )
}
