import type { ListedEnquiry } from '#contract/enquiries.ts'
import type { Selection } from '#web/enquiries/bulk/useSelection.ts'
import type { ListSort } from '#web/enquiries/filters/listQuery.ts'
import { EnquiryRow } from './EnquiryRow.tsx'
import { EnquiryTableFrame } from './EnquiryTableFrame.tsx'
import type { RowActions } from './useRowActions.ts'

interface EnquiryTableProps {
  enquiries: ListedEnquiry[]
  fresh: ReadonlySet<string>
  sort: ListSort | undefined
  selection: Selection
  actions: RowActions
  onSorted: (sort: ListSort) => void
}

export function EnquiryTable({ enquiries, fresh, sort, selection, actions, onSorted }: EnquiryTableProps) {
  return (
    <EnquiryTableFrame sort={sort} selection={selection} onSorted={onSorted}>
      {enquiries.map((enquiry) => (
        <EnquiryRow
          key={enquiry._id}
          enquiry={enquiry}
          isFresh={fresh.has(enquiry._id)}
          isSelected={selection.has(enquiry._id)}
          onToggled={selection.toggle}
          actions={actions}
        />
      ))}
    </EnquiryTableFrame>
  )
}
