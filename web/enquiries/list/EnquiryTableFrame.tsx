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
import { SelectPage } from '#web/enquiries/bulk/SelectBox.tsx'
import type { Selection } from '#web/enquiries/bulk/useSelection.ts'
import type { ListSort } from '#web/enquiries/filters/listQuery.ts'
import type { RowHeight } from '#web/enquiries/useRowHeight.ts'
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
  /** A narrower list leaves the column out. */
  from?: number
}

const { columns, columnsFrom } = listSizes

/** The condition for a list that is narrower than this. */
export function narrowerThan(width: number) {
  return `@container (max-width: ${width - 1}px)`
}

/** The columns after the one that selects rows. */
export function enquiryColumns(hasAssignees: boolean): EnquiryColumn[] {
  return [
    { label: 'Enquiry ID', sort: 'enquiryId', width: columns.id },
    { label: 'Type', sort: 'enquiryType', width: columns.type, from: columnsFrom.type },
    { label: 'Summary', sort: 'summery' },
    { label: 'Raised by', width: columns.person, from: columnsFrom.requester },
    ...(hasAssignees ? [{ label: 'Assignee', width: columns.person }] : []),
    { label: 'Status', sort: 'enquiryStatus', width: columns.status },
    { label: 'Documents', icon: 'paperclip', isNumber: true, width: columns.count, from: columnsFrom.counts },
    { label: 'Messages', icon: 'message-circle', isNumber: true, width: columns.count, from: columnsFrom.counts },
    { label: 'Updated', sort: 'updatedAt', width: columns.moment },
    { label: 'Actions', isHidden: true, width: columns.actions },
  ]
}

/** The styles that leave columns out of a narrow list. They count from 1, and the first one selects rows. */
function leftOut(shown: EnquiryColumn[]) {
  return shown.flatMap(({ from }, index) => {
    if (!from) return []
    const cells = ['th', 'td', 'col'].map((tag) => `& ${tag}:nth-of-type(${index + 2})`).join()
    return [{ [narrowerThan(from)]: { [cells]: { display: 'none' } } }]
  })
}

interface EnquiryTableFrameProps {
  sort: ListSort | undefined
  rowHeight: RowHeight
  hasAssignees: boolean
  /** Undefined until the rows are there. */
  selection?: Selection
  onSorted: (sort: ListSort) => void
  children: ReactNode
}

const tableLook = {
  tableLayout: 'fixed',
  '& th, & td': { px: 1 },
  '& th': { py: 1 },
  '& th > svg': { verticalAlign: 'middle' },
  // Each row is a stacking context, so that a change to one does not repaint the others.
  '& tr': { isolation: 'isolate' },
  '& th:first-of-type, & td:first-of-type': { paddingInlineStart: '12px', paddingInlineEnd: 0 },
} as const

/** The headings and widths of the table, which are the same while its rows load. */
export function EnquiryTableFrame(props: EnquiryTableFrameProps) {
  const { sort, rowHeight, hasAssignees, selection, onSorted, children } = props
  const shown = enquiryColumns(hasAssignees)
  return (
    <TableContainer sx={{ overflowX: 'visible' }}>
      <Table
        aria-label="Enquiries"
        sx={[
          tableLook,
          { '--lines': rowHeight === 'tall' ? 2 : 1, '& td': { py: 0, height: listSizes.rows[rowHeight] } },
          ...leftOut(shown),
        ]}
      >
        <colgroup>
          <Box component="col" sx={{ width: listSizes.columns.select }} />
          {shown.map(({ label, width }) => (
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
            {shown.map((column) => (
              <HeadCell key={column.label} column={column} sort={sort} onSorted={onSorted} />
            ))}
          </TableRow>
        </TableHead>
        <TableBody>{children}</TableBody>
      </Table>
    </TableContainer>
  )
}

interface HeadCellProps {
  column: EnquiryColumn
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
          // On one line with the headings that do not sort.
          verticalAlign: 'top',
          whiteSpace: 'nowrap',
          '& .MuiTableSortLabel-icon': { position: 'absolute', insetInlineStart: '100%' },
        }}
      >
        {label}
      </TableSortLabel>
    </TableCell>
  )
}
