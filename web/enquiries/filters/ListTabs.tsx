import Box from '@mui/material/Box'
import type { EnquirySummary } from '#contract/enquiries.ts'
import { latePart } from '#web/components/lazy/latePart.tsx'
import { listSizes } from '#web/theme/listSizes.ts'
import { isFiltered, type ListQuery } from './listQuery.ts'
import { StatusTabs } from './StatusTabs.tsx'

const ViewChips = latePart(async () => (await import('#web/enquiries/views/ViewChips.tsx')).ViewChips)

interface ListTabsProps {
  query: ListQuery
  summary: EnquirySummary | undefined
  onChanged: (changes: Pick<ListQuery, 'enquiryStatus'>) => void
}

/**
 * The tabs and the views beside them, which scroll sideways where they do not fit. The height is fixed, so that a
 * scrollbar does not move the list when the views arrive.
 */
export function ListTabs({ query, summary, onChanged }: ListTabsProps) {
  return (
    <Box
      sx={{
        position: 'relative',
        display: 'flex',
        height: listSizes.tab,
        gap: 3,
        px: { xs: 1.5, sm: 2.5 },
        overflowX: 'auto',
        overflowY: 'hidden',
        scrollbarWidth: 'thin',
        borderBottom: 1,
        borderColor: 'divider',
        isolation: 'isolate',
      }}
    >
      <StatusTabs
        statuses={query.enquiryStatus}
        summary={summary}
        // The totals are of the whole company.
        hasCounts={!isFiltered({ ...query, enquiryStatus: undefined })}
        onChanged={onChanged}
      />
      <ViewChips query={query} />
    </Box>
  )
}
