import { PlainSelect } from '#web/components/forms/PlainSelect.tsx'
import type { ListSort } from './listQuery.ts'

const orders: Record<ListSort, string> = {
  '-createdAt': 'Newest first',
  createdAt: 'Oldest first',
  '-updatedAt': 'Last updated first',
  updatedAt: 'Longest unchanged first',
  enquiryType: 'Type, A to Z',
  '-enquiryType': 'Type, Z to A',
  summery: 'Summary, A to Z',
  '-summery': 'Summary, Z to A',
  enquiryStatus: 'Status, A to Z',
  '-enquiryStatus': 'Status, Z to A',
  '-enquiryId': 'Highest enquiry ID first',
  enquiryId: 'Lowest enquiry ID first',
}

const defaultSort = '-createdAt'

interface SortChoiceProps {
  sort: ListSort | undefined
  onSorted: (sort: ListSort | undefined) => void
}

/** The order of a list without the column headings to sort by. */
export function SortChoice({ sort = defaultSort, onSorted }: SortChoiceProps) {
  return (
    <PlainSelect
      className="sort-choice"
      aria-label="Sort by"
      value={sort}
      onChange={({ target }) => onSorted(target.value === defaultSort ? undefined : (target.value as ListSort))}
    >
      {Object.entries(orders).map(([order, name]) => (
        <option key={order} value={order}>
          {name}
        </option>
      ))}
    </PlainSelect>
  )
}
