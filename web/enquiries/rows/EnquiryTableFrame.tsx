import type { ReactNode } from 'react'
import type { EnquirySort } from '#contract/enquiries/choices.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import type { IconName } from '#web/components/icons/iconNames.ts'
import { PlainButton } from '#web/components/PlainButton.tsx'
import { SelectPage } from '#web/enquiries/bulk/SelectBox.tsx'
import type { Selection } from '#web/enquiries/bulk/useSelection.ts'
import type { ListSort } from '#web/enquiries/filters/listQuery.ts'
import type { RowHeight } from '#web/enquiries/useRowHeight.ts'

interface EnquiryColumn {
  /** Its class is `column-` and this. */
  name: string
  label: string
  sort?: EnquirySort
  /** Replaces the label if that would be wider than the cells below it. */
  icon?: IconName
  isHidden?: boolean
}

/** The columns after the one that selects rows. */
export function enquiryColumns(hasAssignees: boolean): EnquiryColumn[] {
  return [
    { name: 'number', label: 'Enquiry ID', sort: 'enquiryId' },
    { name: 'type', label: 'Type', sort: 'enquiryType' },
    { name: 'summary', label: 'Summary', sort: 'summery' },
    { name: 'requester', label: 'Raised by' },
    ...(hasAssignees ? [{ name: 'assignee', label: 'Assignee' }] : []),
    { name: 'status', label: 'Status', sort: 'enquiryStatus' },
    { name: 'documents', label: 'Documents', icon: 'paperclip' },
    { name: 'messages', label: 'Messages', icon: 'message-circle' },
    { name: 'updated', label: 'Updated', sort: 'updatedAt' },
    { name: 'actions', label: 'Actions', isHidden: true },
  ]
}

interface EnquiryTableFrameProps {
  sort: ListSort | undefined
  rowHeight: RowHeight
  hasAssignees: boolean
  /** Undefined until the rows are there. */
  selection?: Pick<Selection, 'onPage' | 'togglePage'>
  onSorted: (sort: ListSort) => void
  children: ReactNode
}

/** The headings and widths of the table, which are the same while its rows load. */
export function EnquiryTableFrame(props: EnquiryTableFrameProps) {
  const { sort, rowHeight, hasAssignees, selection, onSorted, children } = props
  const shown = enquiryColumns(hasAssignees)
  return (
    <table aria-label="Enquiries" className={`enquiry-table ${rowHeight}`}>
      <colgroup>
        <col className="column-select" />
        {shown.map(({ name }) => (
          <col key={name} className={`column-${name}`} />
        ))}
      </colgroup>
      <thead>
        <tr>
          <th scope="col">
            {selection ? (
              <SelectPage selection={selection} />
            ) : (
              // As high as the box, so that the rows arrive where their skeletons were.
              <span className="select-box">
                <span className="visually-hidden">Select</span>
              </span>
            )}
          </th>
          {shown.map((column) => (
            <HeadCell key={column.name} column={column} sort={sort} onSorted={onSorted} />
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

const sortNames = { asc: 'ascending', desc: 'descending' } as const

interface HeadCellProps {
  column: EnquiryColumn
  sort: ListSort | undefined
  onSorted: (sort: ListSort) => void
}

function HeadCell({ column, sort, onSorted }: HeadCellProps) {
  const { name, label, icon, isHidden } = column
  const upwards = column.sort
  if (!upwards)
    return (
      <th scope="col" className={`column-${name}`} title={icon && label}>
        {icon && <Icon name={icon} size="small" />}
        <span className={icon || isHidden ? 'visually-hidden' : undefined}>{label}</span>
      </th>
    )
  const downwards = `-${upwards}` as const
  const direction = sort === upwards ? 'asc' : sort === downwards ? 'desc' : undefined
  return (
    <th scope="col" className={`column-${name}`} aria-sort={direction && sortNames[direction]}>
      <PlainButton className="sort-label" onClick={() => onSorted(sort === upwards ? downwards : upwards)}>
        {label}
        {direction && <Icon name="arrow-down" size="small" />}
      </PlainButton>
    </th>
  )
}
