import type { EnquirySummary } from '#contract/enquiries.ts'
import { latePart } from '#web/components/lazy/latePart.tsx'
import { isFiltered, type ListQuery } from './listQuery.ts'
import { StatusTabs } from './StatusTabs.tsx'

const ViewChips = latePart(async () => (await import('#web/enquiries/views/ViewChips.tsx')).ViewChips)

interface ListTabsProps {
  query: ListQuery
  summary: EnquirySummary | undefined
  onChanged: (changes: Pick<ListQuery, 'enquiryStatus'>) => void
}

/** The tabs and the views beside them, which scroll sideways where they do not fit. */
export function ListTabs({ query, summary, onChanged }: ListTabsProps) {
  return (
    <div className="list-tabs">
      <StatusTabs
        statuses={query.enquiryStatus}
        summary={summary}
        // The totals are of the whole company.
        hasCounts={!isFiltered({ ...query, enquiryStatus: undefined })}
        onChanged={onChanged}
      />
      <ViewChips query={query} />
    </div>
  )
}
