import type { ReactNode } from 'react'
import type { Enquiry, ListedEnquiry } from '#contract/enquiries.ts'
import { DateTime } from '#web/components/DateTime.tsx'
import { PersonAvatar } from '#web/components/PersonAvatar.tsx'
import { CustomerMark } from '#web/enquiries/CustomerMark.tsx'
import { StatusChip } from '#web/enquiries/StatusChip.tsx'
import { Count } from './Count.tsx'
import { Summary } from './Summary.tsx'

interface EnquiryCellsProps {
  enquiry: ListedEnquiry
  hasAssignees: boolean
  /** The controls of the enquiry. The first rows have only their looks (opening/FirstRows.tsx). */
  box: ReactNode
  number: ReactNode
  menu: ReactNode
}

/** The cells of a row. */
export function EnquiryCells({ enquiry, hasAssignees, box, number, menu }: EnquiryCellsProps) {
  return (
    <>
      <td>{box}</td>
      <td>
        {number}
        <Counts enquiry={enquiry} />
      </td>
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
      <td className="column-actions">{menu}</td>
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

interface CountsProps {
  enquiry: ListedEnquiry
}

/** The numbers of documents and messages, below the number of the enquiry in a list without columns for them. */
function Counts({ enquiry: { documents, messageCount } }: CountsProps) {
  if (documents.length + messageCount === 0) return null
  return (
    <div className="row-counts">
      {documents.length > 0 && <Count icon="paperclip" label="documents" count={documents.length} />}
      {messageCount > 0 && <Count icon="message-circle" label="messages" count={messageCount} />}
    </div>
  )
}
