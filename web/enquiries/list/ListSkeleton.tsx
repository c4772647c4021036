import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import type { ListSort } from '#web/enquiries/filters/listQuery.ts'
import type { RowHeight } from '#web/enquiries/useRowHeight.ts'
import { listSizes } from '#web/theme/listSizes.ts'
import { visuallyHidden } from '#web/theme/sharedStyles.ts'
import { cardGrid } from './EnquiryCards.tsx'
import { enquiryColumns, EnquiryTableFrame } from './EnquiryTableFrame.tsx'

interface ListSkeletonProps {
  isWide: boolean
  rowHeight: RowHeight
  hasAssignees: boolean
  rows: number
  sort: ListSort | undefined
  onSorted: (sort: ListSort) => void
}

/** A placeholder of the same size as the list, so that nothing moves when the rows arrive. */
export function ListSkeleton({ isWide, rows, ...table }: ListSkeletonProps) {
  const places = Array.from({ length: rows }, (_, place) => place)
  return (
    <>
      <Box component="output" sx={visuallyHidden}>
        Loading enquiries
      </Box>
      {isWide ? (
        <EnquiryTableFrame {...table}>
          {places.map((place) => (
            <SkeletonRow key={place} hasAssignees={table.hasAssignees} />
          ))}
        </EnquiryTableFrame>
      ) : (
        <Box aria-hidden sx={cardGrid}>
          {places.map((place) => (
            <Skeleton key={place} variant="rounded" height={listSizes.card} sx={{ borderRadius: 2 }} />
          ))}
        </Box>
      )}
      <Box sx={{ height: listSizes.pagination }} />
    </>
  )
}

function SkeletonRow({ hasAssignees }: Pick<ListSkeletonProps, 'hasAssignees'>) {
  return (
    <TableRow aria-hidden>
      <TableCell />
      {enquiryColumns(hasAssignees).map(({ label, isHidden }) => (
        <TableCell key={label}>{!isHidden && <Skeleton variant="text" width="80%" />}</TableCell>
      ))}
    </TableRow>
  )
}
