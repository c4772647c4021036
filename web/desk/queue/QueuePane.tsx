import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useMemo } from 'react'
import type { Enquiry } from '#contract/enquiries.ts'
import { reported } from '#web/api/reporting.ts'
import { LoadFailed } from '#web/components/notices/LoadFailed.tsx'
import { Notice } from '#web/components/notices/Notice.tsx'
import { RetryAlert } from '#web/components/notices/RetryAlert.tsx'
import type { QueuePage, useGetDeskSummaryQuery, useGetQueueInfiniteQuery } from '#web/desk/deskApi.ts'
import type { DeskQuery } from '#web/desk/deskQuery.ts'
import { StoppedSearch } from '#web/enquiries/search/StoppedSearch.tsx'
import { deskSizes } from '#web/theme/deskSizes.ts'
import { QueueFilters } from './QueueFilters.tsx'
import { QueueItem } from './QueueItem.tsx'
import { useFocusOnResults, useQueueFocus } from './useQueueFocus.ts'

type QueueQuery = ReturnType<typeof useGetQueueInfiniteQuery>

interface QueuePaneProps {
  query: DeskQuery
  queue: QueueQuery
  docs: Enquiry[] | undefined
  summary: ReturnType<typeof useGetDeskSummaryQuery>
  openId: string | undefined
  userId: string | undefined
  onChanged: (changes: DeskQuery) => void
}

export function QueuePane({ query, queue, docs, summary, openId, userId, onChanged }: QueuePaneProps) {
  const ids = useMemo(() => docs?.map(({ _id }) => _id) ?? [], [docs])
  const hasMore = queue.hasNextPage && !queue.isFetchingNextPage
  const loadMore = hasMore ? () => void queue.fetchNextPage() : undefined
  const { tabStop, focusItem, showMore, listProps } = useQueueFocus({ ids, openId, loadMore })
  const focusFirst = useFocusOnResults(query.search, queue.currentData !== undefined, () => focusItem(0))
  const stoppedAt = queue.currentData?.pages.at(-1)?.searchedBackTo
  return (
    <Card component="section" aria-label="Queue" sx={{ flexGrow: 1, display: 'flex', flexDirection: 'column' }}>
      <QueueFilters {...{ query, userId, onChanged }} summary={summary.data} onSearchEntered={focusFirst} />
      {query.search && <Found page={queue.currentData?.pages[0]} />}
      <Box sx={{ flex: '1 1 0', minHeight: 0, overflowY: 'auto' }}>
        <QueueTrouble {...{ queue, docs, summary }} />
        {!docs && !queue.error && <QueueSkeleton />}
        {docs?.length === 0 && !stoppedAt && <EmptyQueue query={query} onAllShown={() => onChanged(everything)} />}
        {docs && docs.length > 0 && (
          <Box
            component="ol"
            data-queue
            aria-label={query.search ? 'Enquiries found, the newest first' : 'Enquiries, the longest waiting first'}
            {...listProps}
            sx={{ listStyle: 'none', m: 0, p: 0 }}
          >
            {docs.map((enquiry) => (
              <QueueItem
                key={enquiry._id}
                {...{ enquiry, query }}
                isOpen={enquiry._id === openId}
                isTabStop={enquiry._id === tabStop}
              />
            ))}
          </Box>
        )}
        {stoppedAt && (
          <Box sx={{ pt: 2.5 }}>
            <StoppedSearch searchedBackTo={stoppedAt} onContinued={loadMore} />
          </Box>
        )}
        {queue.hasNextPage && !stoppedAt && (
          <Box sx={{ p: 1.5, display: 'grid' }}>
            {/* Not a tab stop: the arrow keys get here from the last item. */}
            <Button color="inherit" tabIndex={-1} loading={queue.isFetchingNextPage} onClick={showMore}>
              Show more
            </Button>
          </Box>
        )}
      </Box>
    </Card>
  )
}

type QueueTroubleProps = Pick<QueuePaneProps, 'queue' | 'docs' | 'summary'>

/** Says what could not be loaded. Totals that are missing with their queue are not mentioned. */
function QueueTrouble({ queue, docs, summary }: QueueTroubleProps) {
  const failure = queue.error ?? summary.error
  if (!failure) return null
  const retry = () => {
    if (queue.error) void reported(queue.refetch())
    if (summary.error) void reported(summary.refetch())
  }
  if (!docs && queue.error) return <LoadFailed what="The queue" failure={failure} onRetry={retry} />
  return <RetryAlert message={`${queue.error ? 'The queue' : 'The totals'} could not be loaded`} onRetry={retry} />
}

const everything: DeskQuery = { assignee: undefined, enquiryStatus: undefined, search: undefined }

interface EmptyQueueProps {
  query: DeskQuery
  onAllShown: () => void
}

function EmptyQueue({ query, onAllShown }: EmptyQueueProps) {
  const isFiltered = Object.values(query).some((value) => value !== undefined)
  if (!isFiltered) return <Notice icon="inbox" title="All done" />
  return (
    <Notice
      icon="inbox"
      title={query.search ? `Nothing found for “${query.search}”` : 'Nothing here'}
      action={
        <Button color="inherit" variant="outlined" onClick={onAllShown}>
          Show the whole queue
        </Button>
      }
    />
  )
}

interface FoundProps {
  /** Undefined during the search. */
  page: QueuePage | undefined
}

/** How many enquiries a search has found, which screen readers announce. */
function Found({ page }: FoundProps) {
  const isMore = page?.totalIsMore || page?.searchedBackTo
  const found = page && `${page.totalDocs.toLocaleString()}${isMore ? ' or more' : ''} found, newest first`
  return (
    <Typography variant="caption" component="output" sx={{ px: 2, py: 0.75, color: 'text.secondary' }}>
      {found ?? 'Searching…'}
    </Typography>
  )
}

function QueueSkeleton() {
  return (
    <Box component="output" aria-label="Loading the queue" sx={{ display: 'block' }}>
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <Box
          key={row}
          sx={{
            height: deskSizes.item,
            px: 2,
            display: 'grid',
            alignContent: 'center',
            gap: 0.5,
            borderBottom: 1,
            borderColor: 'divider',
          }}
        >
          <Skeleton variant="text" width="80%" />
          <Skeleton variant="text" width="60%" />
        </Box>
      ))}
    </Box>
  )
}
