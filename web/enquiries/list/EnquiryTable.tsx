import { memo, type MouseEvent } from 'react'
import { Link } from 'react-router'
import type { Enquiry, ListedEnquiry } from '#contract/enquiries.ts'
import { DateTime } from '#web/components/DateTime.tsx'
import { PersonAvatar } from '#web/components/PersonAvatar.tsx'
import { SelectBox } from '#web/enquiries/bulk/SelectBox.tsx'
import { CustomerMark } from '#web/enquiries/CustomerMark.tsx'
import type { ListSort } from '#web/enquiries/filters/listQuery.ts'
import { StatusChip } from '#web/enquiries/StatusChip.tsx'
import type { RowHeight } from '#web/enquiries/useRowHeight.ts'
import { paths } from '#web/navigation/paths.ts'
import { useRouter } from '#web/navigation/useRouter.ts'
import { Count } from './EnquiryCards.tsx'
import { EnquiryMenu } from './EnquiryMenu.tsx'
import { EnquiryTableFrame } from './EnquiryTableFrame.tsx'
import { itemProps, type ListItemProps, type ListItemsProps, rowLink } from './listItem.ts'
import type { ListPlace } from './listPlace.ts'
import { Summary } from './Summary.tsx'

interface EnquiryTableProps extends ListItemsProps {
  sort: ListSort | undefined
  rowHeight: RowHeight
  onSorted: (sort: ListSort) => void
}

export function EnquiryTable({ sort, rowHeight, onSorted, ...items }: EnquiryTableProps) {
  const { hasAssignees, selection } = items
  return (
    <EnquiryTableFrame {...{ sort, rowHeight, hasAssignees, selection, onSorted }}>
      {items.enquiries.map((enquiry) => (
        <EnquiryRow key={enquiry._id} {...itemProps(enquiry, items)} />
      ))}
    </EnquiryTableFrame>
  )
}

/** A click anywhere in the row opens the enquiry; the link in it is for the keyboard. */
const EnquiryRow = memo(function EnquiryRow(props: ListItemProps) {
  const { enquiry, hasAssignees, isFresh, isSelected, onToggled, actions } = props
  const open = useOpen(enquiry, actions.place)
  return (
    <tr
      className={rowClasses(isSelected, isFresh)}
      onClick={open}
      onMouseEnter={() => actions.approach(enquiry)}
      onMouseLeave={actions.leave}
      onFocus={() => actions.approach(enquiry)}
      onBlur={actions.leave}
    >
      <td>
        <SelectBox
          label={`Select ${enquiry.enquiryId}`}
          isChecked={isSelected}
          onToggled={(isRange) => onToggled(enquiry._id, isRange)}
        />
      </td>
      <td>
        <NumberLink enquiry={enquiry} place={actions.place} />
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
      <td className="column-actions">
        <EnquiryMenu enquiry={enquiry} actions={actions} />
      </td>
    </tr>
  )
})

function rowClasses(isSelected: boolean, isFresh: boolean) {
  return ['enquiry-row', isSelected && 'selected', isFresh && 'fresh'].filter(Boolean).join(' ')
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

/** Opens the enquiry, as a link would: in a new tab if Ctrl or ⌘ is held. */
function useOpen({ _id }: ListedEnquiry, place: ListPlace) {
  const router = useRouter()
  const path = paths.enquiry(_id)
  return (event: MouseEvent<HTMLElement>) => {
    if (isHandledElsewhere(event)) return
    if (event.ctrlKey || event.metaKey) window.open(path, '_blank', 'noopener')
    else void router.push(path, place)
  }
}

/** A click in the row's menu arrives here through React. Links and buttons act on their own, and selecting text opens nothing. */
function isHandledElsewhere({ target, currentTarget }: MouseEvent<HTMLElement>) {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return true
  return target.closest('a, button, label') !== null || window.getSelection()?.type === 'Range'
}

interface NumberLinkProps {
  enquiry: ListedEnquiry
  place: ListPlace
}

function NumberLink({ enquiry: { _id, enquiryId }, place }: NumberLinkProps) {
  return (
    <Link to={paths.enquiry(_id)} state={place} className={rowLink} title={enquiryId}>
      {enquiryId}
    </Link>
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
