import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import type { ListSort } from '#web/enquiries/filters/listQuery.ts'
import { listSizes } from '#web/theme/listSizes.ts'
import { visuallyHidden } from '#web/theme/sharedStyles.ts'
import { cardGrid } from './EnquiryCards.tsx'
import { enquiryColumns, EnquiryTableFrame } from './EnquiryTableFrame.tsx'

interface ListSkeletonProps {
  isWide: boolean
  rows: number
  sort: ListSort | undefined
  onSorted: (sort: ListSort) => void
}

/** A placeholder of the same size as the list, so that nothing moves when the rows arrive. */
export function ListSkeleton({ isWide, rows, sort, onSorted }: ListSkeletonProps) {
  const places = Array.from({ length: rows }, (_, place) => place)
  return (
    <>
      <Box component="output" sx={visuallyHidden}>
        Loading enquiries
      </Box>
      {isWide ? (
        <EnquiryTableFrame sort={sort} onSorted={onSorted}>
          {places.map((place) => (
            <SkeletonRow key={place} />
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

function SkeletonRow() {
  return (
    <TableRow aria-hidden>
      <TableCell />
      {enquiryColumns.map(({ label, isHidden }) => (
        <TableCell key={label}>{!isHidden && <Skeleton variant="text" width="80%" />}</TableCell>
      ))}
    </TableRow>
  )
}
