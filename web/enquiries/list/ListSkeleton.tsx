import type { ListSort } from '#web/enquiries/filters/listQuery.ts'
import { enquiryColumns, EnquiryTableFrame } from '#web/enquiries/rows/EnquiryTableFrame.tsx'
import type { RowHeight } from '#web/enquiries/useRowHeight.ts'

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
      <output className="visually-hidden">Loading enquiries</output>
      {isWide ? (
        <EnquiryTableFrame {...table}>
          {places.map((place) => (
            <SkeletonRow key={place} hasAssignees={table.hasAssignees} />
          ))}
        </EnquiryTableFrame>
      ) : (
        <div aria-hidden className="enquiry-cards">
          {places.map((place) => (
            <span key={place} className="skeleton skeleton-card" />
          ))}
        </div>
      )}
      <div className="list-paging" />
    </>
  )
}

function SkeletonRow({ hasAssignees }: Pick<ListSkeletonProps, 'hasAssignees'>) {
  const columns = [{ name: 'select', isHidden: true }, ...enquiryColumns(hasAssignees)]
  return (
    <tr aria-hidden>
      {columns.map(({ name, isHidden }) => (
        <td key={name} className={`column-${name}`}>
          {!isHidden && <span className="skeleton skeleton-line" />}
        </td>
      ))}
    </tr>
  )
}
