import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { memo, type MouseEvent } from 'react'
import { Link as RouterLink } from 'react-router'
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
import { listSizes } from '#web/theme/listSizes.ts'
import { Count } from './EnquiryCards.tsx'
import { EnquiryMenu } from './EnquiryMenu.tsx'
import { EnquiryTableFrame, narrowerThan } from './EnquiryTableFrame.tsx'
import { itemProps, type ListItemProps, type ListItemsProps, freshLook, rowLink } from './listItem.ts'
import type { ListPlace } from './listPlace.ts'
import { Summary } from './Summary.tsx'

const { columnsFrom } = listSizes

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
    <TableRow
      hover
      selected={isSelected}
      onClick={open}
      onMouseEnter={() => actions.approach(enquiry)}
      onMouseLeave={actions.leave}
      onFocus={() => actions.approach(enquiry)}
      onBlur={actions.leave}
      sx={[
        { cursor: 'pointer', [`&:has(.${rowLink}:focus-visible)`]: { bgcolor: 'action.selected' } },
        isFresh && freshLook,
      ]}
    >
      <TableCell>
        <SelectBox
          label={`Select ${enquiry.enquiryId}`}
          isChecked={isSelected}
          onToggled={(isRange) => onToggled(enquiry._id, isRange)}
        />
      </TableCell>
      <TableCell>
        <NumberLink enquiry={enquiry} place={actions.place} />
        <Counts enquiry={enquiry} />
      </TableCell>
      <TableCell>
        <OneLine>{enquiry.enquiryType}</OneLine>
      </TableCell>
      <TableCell>
        <Summary enquiry={enquiry} />
      </TableCell>
      <TableCell>
        <Person {...enquiry.user} />
      </TableCell>
      {hasAssignees && <TableCell>{enquiry.assignee ? <Person {...enquiry.assignee} /> : 'Unassigned'}</TableCell>}
      <TableCell>
        <StatusChip status={enquiry.enquiryStatus} />
      </TableCell>
      <TableCell align="right">{enquiry.documents.length.toLocaleString()}</TableCell>
      <TableCell align="right">{enquiry.messageCount.toLocaleString()}</TableCell>
      <TableCell sx={{ whiteSpace: 'nowrap', color: 'text.secondary' }}>
        <DateTime value={enquiry.updatedAt} detail="brief" />
      </TableCell>
      <TableCell align="right">
        <EnquiryMenu enquiry={enquiry} actions={actions} />
      </TableCell>
    </TableRow>
  )
})

type PersonProps = Pick<Enquiry['user'], 'name' | 'profilePic'> & Partial<Pick<Enquiry['user'], 'kind'>>

function Person({ name, profilePic, kind }: PersonProps) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <Box sx={{ [narrowerThan(columnsFrom.pictures)]: { display: 'none' } }}>
        <PersonAvatar name={name} picture={profilePic} size="tiny" />
      </Box>
      <OneLine>{name}</OneLine>
      {kind === 'contact' && <CustomerMark />}
    </Box>
  )
}

/** User text, cut off at the end of the cell. The tooltip has the full text. */
function OneLine({ children }: { children: string }) {
  return (
    <Typography variant="body2" component="div" dir="auto" title={children} noWrap>
      {children}
    </Typography>
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
  const link = { component: RouterLink, to: paths.enquiry(_id), state: place }
  return (
    <Link {...link} className={rowLink} variant="subtitle2" title={enquiryId} noWrap>
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
    <Box
      sx={{
        display: 'none',
        gap: 1,
        typography: 'caption',
        color: 'text.secondary',
        [narrowerThan(columnsFrom.counts)]: { display: 'flex' },
      }}
    >
      {documents.length > 0 && <Count icon="paperclip" label="documents" count={documents.length} />}
      {messageCount > 0 && <Count icon="message-circle" label="messages" count={messageCount} />}
    </Box>
  )
}
