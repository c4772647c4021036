import Box from '@mui/material/Box'
import { useRef, type ComponentProps } from 'react'
import { latePart } from '#web/components/lazy/latePart.tsx'
import { LoadFailed } from '#web/components/notices/LoadFailed.tsx'
import { RetryAlert } from '#web/components/notices/RetryAlert.tsx'
import type { Selection } from '#web/enquiries/bulk/useSelection.ts'
import type { PageOfEnquiries } from '#web/enquiries/enquiryApi.ts'
import { noFilter, type ListQuery } from '#web/enquiries/filters/listQuery.ts'
import { StoppedSearch } from '#web/enquiries/search/StoppedSearch.tsx'
import type { RowHeight } from '#web/enquiries/useRowHeight.ts'
import { EnquiryCards } from './EnquiryCards.tsx'
import { EnquiryTable } from './EnquiryTable.tsx'
import { ListPaging } from './ListPaging.tsx'
import { ListSkeleton } from './ListSkeleton.tsx'
import type { RowActions } from './useRowActions.ts'
import { useReportedPlace, useReportedScroll, type ReportUse } from './useRowsInUse.ts'

const EmptyList = latePart(async () => (await import('./EmptyList.tsx')).EmptyList)

interface EnquiryListProps {
  /** Undefined until the first response. */
  page: PageOfEnquiries | undefined
  /** The ids of enquiries that others' changes brought in. */
  fresh: ReadonlySet<string>
  failure: unknown
  /** What the failure concerns, such as `The totals`. */
  missingPart: string
  isWide: boolean
  rowHeight: RowHeight
  hasAssignees: boolean
  query: ListQuery
  canAdd: boolean
  selection: Selection
  actions: RowActions
  reportUse: ReportUse
  onChanged: (changes: Partial<ListQuery>) => void
  onRetry: () => void
}

export function EnquiryList(props: EnquiryListProps) {
  const { page, fresh, failure, isWide, query, canAdd, selection, actions, reportUse, onChanged, onRetry } = props
  const { missingPart, rowHeight, hasAssignees } = props
  const onSorted = (sort: ListQuery['sort']) => onChanged({ sort })
  const table = { sort: query.sort, rowHeight, hasAssignees, onSorted }
  if (!page && failure) return <LoadFailed what="The enquiries" failure={failure} onRetry={onRetry} />
  if (!page) return <ListSkeleton isWide={isWide} rows={query.limit} {...table} />
  return (
    <>
      {Boolean(failure) && (
        <Box sx={{ px: 2.5, pb: 2.5 }}>
          <RetryAlert message={`${missingPart} could not be loaded`} onRetry={onRetry} />
        </Box>
      )}
      {page.searchedBackTo !== undefined && (
        <StoppedSearch searchedBackTo={page.searchedBackTo} onContinued={continueSearch(page, query, onChanged)} />
      )}
      {page.docs.length === 0 && !failure && (
        <EmptyList
          query={query}
          isStopped={page.searchedBackTo !== undefined}
          canAdd={canAdd}
          onCleared={() => onChanged(noFilter)}
        />
      )}
      {page.docs.length > 0 && (
        <>
          <Rows enquiries={page.docs} {...{ isWide, fresh, selection, actions, reportUse, ...table }} />
          <ListPaging page={page} query={query} isWide={isWide} onChanged={onChanged} />
        </>
      )}
    </>
  )
}

interface RowsProps extends ComponentProps<typeof EnquiryTable> {
  isWide: boolean
  reportUse: ReportUse
}

function Rows({ isWide, reportUse, sort, rowHeight, onSorted, ...shown }: RowsProps) {
  const box = useRef<HTMLDivElement>(null)
  useReportedPlace('rows', box, reportUse)
  useReportedScroll(reportUse)
  return (
    <div ref={box}>
      {isWide ? <EnquiryTable {...shown} {...{ sort, rowHeight, onSorted }} /> : <EnquiryCards {...shown} />}
    </div>
  )
}

/** Continues a stopped search, if this is its last page; otherwise paging leads on. */
function continueSearch(
  { docs, nextCursor, totalPages }: PageOfEnquiries,
  query: ListQuery,
  onChanged: EnquiryListProps['onChanged'],
) {
  const isOnLastPage = query.cursor !== undefined || query.page >= totalPages
  if (nextCursor === null || !isOnLastPage) return undefined
  const page = docs.length === 0 ? query.page : query.page + 1
  return () => onChanged({ page, cursor: nextCursor })
}
