import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TableSortLabel from '@mui/material/TableSortLabel'
import type { ReactNode } from 'react'
import type { EnquirySort } from '#contract/enquiries.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import type { IconName } from '#web/components/icons/iconNames.ts'
import { SelectBox } from '#web/enquiries/bulk/SelectBox.tsx'
import type { Selection } from '#web/enquiries/bulk/useSelection.ts'
import type { ListSort } from '#web/enquiries/filters/listQuery.ts'
import { listSizes } from '#web/theme/listSizes.ts'
import { visuallyHidden } from '#web/theme/sharedStyles.ts'

interface EnquiryColumn {
  label: string
  sort?: EnquirySort
  /** Replaces the label if that would be wider than the cells below it. */
  icon?: IconName
  isNumber?: boolean
  isHidden?: boolean
  /** A column without a width takes the remaining space. */
  width?: (typeof listSizes.columns)[keyof typeof listSizes.columns]
}

const { columns } = listSizes

export const enquiryColumns: EnquiryColumn[] = [
  { label: 'Enquiry ID', sort: 'enquiryId', width: columns.id },
  { label: 'Type', sort: 'enquiryType', width: columns.type },
  { label: 'Summary', sort: 'summery' },
  { label: 'Raised by', width: columns.person },
  { label: 'Status', sort: 'enquiryStatus', width: columns.status },
  { label: 'Documents', icon: 'paperclip', isNumber: true, width: columns.count },
  { label: 'Messages', icon: 'message-circle', isNumber: true, width: columns.count },
  { label: 'Updated', sort: 'updatedAt', width: columns.moment },
  { label: 'Actions', isHidden: true, width: columns.actions },
]

interface EnquiryTableFrameProps {
  sort: ListSort | undefined
  /** Undefined until the rows are there. */
  selection?: Selection
  onSorted: (sort: ListSort) => void
  children: ReactNode
}

/** The headings and widths of the table, which are the same while its rows load. */
export function EnquiryTableFrame({ sort, selection, onSorted, children }: EnquiryTableFrameProps) {
  return (
    <TableContainer sx={{ overflowX: 'visible' }}>
      <Table
        aria-label="Enquiries"
        sx={{
          tableLayout: 'fixed',
          '& th, & td': { px: 1 },
          '& th > svg': { verticalAlign: 'middle' },
          '& td': { py: 0, height: listSizes.row },
          // Each row is a stacking context, so that a change to one does not repaint the others.
          '& tr': { isolation: 'isolate' },
          '& th:first-of-type, & td:first-of-type': {
            paddingInlineStart: (theme) => theme.spacing(1.5),
            paddingInlineEnd: 0,
          },
        }}
      >
        <colgroup>
          <Box component="col" sx={{ width: listSizes.columns.select }} />
          {enquiryColumns.map(({ label, width }) => (
            <Box key={label} component="col" sx={{ width }} />
          ))}
        </colgroup>
        <TableHead>
          <TableRow>
            <TableCell>
              {selection ? (
                <SelectPage selection={selection} />
              ) : (
                <Box component="span" sx={visuallyHidden}>
                  Select
                </Box>
              )}
            </TableCell>
            {enquiryColumns.map((column) => (
              <HeadCell key={column.label} column={column} sort={sort} onSorted={onSorted} />
            ))}
          </TableRow>
        </TableHead>
        <TableBody>{children}</TableBody>
      </Table>
    </TableContainer>
  )
}

function SelectPage({ selection: { onPage, togglePage } }: { selection: Selection }) {
  return (
    <SelectBox
      label="Select all on this page"
      isChecked={onPage === 'all'}
      isPartly={onPage === 'some'}
      onToggled={togglePage}
    />
  )
}

interface HeadCellProps {
  column: (typeof enquiryColumns)[number]
  sort: ListSort | undefined
  onSorted: (sort: ListSort) => void
}

function HeadCell({ column, sort, onSorted }: HeadCellProps) {
  const { label, icon, isNumber, isHidden } = column
  const upwards = column.sort
  if (!upwards)
    return (
      <TableCell align={isNumber ? 'right' : 'left'} title={icon && label}>
        {icon && <Icon name={icon} size="small" />}
        <Box component="span" sx={icon || isHidden ? visuallyHidden : undefined}>
          {label}
        </Box>
      </TableCell>
    )
  const downwards = `-${upwards}` as const
  const direction = sort === upwards ? 'asc' : sort === downwards ? 'desc' : undefined
  return (
    <TableCell sortDirection={direction ?? false}>
      <TableSortLabel
        active={direction !== undefined}
        direction={direction ?? 'asc'}
        onClick={() => onSorted(sort === upwards ? downwards : upwards)}
        // Places the arrow beside the label without widening the column.
        sx={{
          minHeight: listSizes.target,
          whiteSpace: 'nowrap',
          '& .MuiTableSortLabel-icon': { position: 'absolute', insetInlineStart: '100%' },
        }}
      >
        {label}
      </TableSortLabel>
    </TableCell>
  )
}
