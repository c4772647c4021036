import { memo, type MouseEvent } from 'react'
import { Link } from 'react-router'
import type { ListedEnquiry } from '#contract/enquiries.ts'
import { SelectBox } from '#web/enquiries/bulk/SelectBox.tsx'
import type { ListSort } from '#web/enquiries/filters/listQuery.ts'
import { Counts } from '#web/enquiries/rows/Count.tsx'
import { EnquiryCells } from '#web/enquiries/rows/EnquiryCells.tsx'
import { EnquiryTableFrame } from '#web/enquiries/rows/EnquiryTableFrame.tsx'
import { rowLink } from '#web/enquiries/rows/rowLink.ts'
import type { RowHeight } from '#web/enquiries/useRowHeight.ts'
import { paths } from '#web/navigation/paths.ts'
import { useRouter } from '#web/navigation/useRouter.ts'
import { EnquiryMenu } from './EnquiryMenu.tsx'
import { itemProps, type ListItemProps, type ListItemsProps } from './listItem.ts'
import type { ListPlace } from './listPlace.ts'

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
      <EnquiryCells enquiry={enquiry} hasAssignees={hasAssignees} />
      <td className="column-actions">
        <EnquiryMenu enquiry={enquiry} actions={actions} />
      </td>
    </tr>
  )
})

function rowClasses(isSelected: boolean, isFresh: boolean) {
  return ['enquiry-row', isSelected && 'selected', isFresh && 'fresh'].filter(Boolean).join(' ')
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
