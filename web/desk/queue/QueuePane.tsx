import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import type { DeskSummary } from '#contract/desk.ts'
import type { Enquiry } from '#contract/enquiries.ts'
import { isFailure } from '#web/api/errors.ts'
import { LoadFailed } from '#web/components/notices/LoadFailed.tsx'
import { Notice } from '#web/components/notices/Notice.tsx'
import { RetryAlert } from '#web/components/notices/RetryAlert.tsx'
import type { useGetQueueInfiniteQuery } from '#web/desk/deskApi.ts'
import type { DeskQuery } from '#web/desk/deskQuery.ts'
import { listSizes } from '#web/theme/listSizes.ts'
import { QueueFilters } from './QueueFilters.tsx'
import { QueueItem } from './QueueItem.tsx'

type QueueQuery = ReturnType<typeof useGetQueueInfiniteQuery>

interface QueuePaneProps {
  query: DeskQuery
  queue: QueueQuery
  docs: Enquiry[] | undefined
  summary: DeskSummary | undefined
  openId: string | undefined
  userId: string | undefined
  onChanged: (changes: DeskQuery) => void
}

export function QueuePane({ query, queue, docs, summary, openId, userId, onChanged }: QueuePaneProps) {
  const retry = () => void queue.refetch()
  return (
    <Card component="section" aria-label="Queue" sx={{ flexGrow: 1, display: 'flex', flexDirection: 'column' }}>
      <QueueFilters query={query} summary={summary} userId={userId} onChanged={onChanged} />
      <Box sx={{ flex: '1 1 0', minHeight: 0, overflowY: 'auto' }}>
        {docs && queue.error && (
          <RetryAlert
            message={isFailure(queue.error) ? queue.error.message : 'The queue could not be loaded'}
            onRetry={retry}
          />
        )}
        {!docs && queue.error && <LoadFailed what="The queue" failure={queue.error} onRetry={retry} />}
        {!docs && !queue.error && <QueueSkeleton />}
        {docs?.length === 0 && <EmptyQueue query={query} onAllShown={() => onChanged(everything)} />}
        {docs && docs.length > 0 && (
          <Box component="ol" aria-label="Enquiries, the longest waiting first" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {docs.map((enquiry) => (
              <QueueItem key={enquiry._id} enquiry={enquiry} query={query} isOpen={enquiry._id === openId} />
            ))}
          </Box>
        )}
        {queue.hasNextPage && (
          <Box sx={{ p: 1.5, display: 'grid' }}>
            <Button color="inherit" loading={queue.isFetchingNextPage} onClick={() => void queue.fetchNextPage()}>
              Show more
            </Button>
          </Box>
        )}
      </Box>
    </Card>
  )
}

const everything: DeskQuery = { assignee: undefined, enquiryStatus: undefined }

interface EmptyQueueProps {
  query: DeskQuery
  onAllShown: () => void
}

function EmptyQueue({ query, onAllShown }: EmptyQueueProps) {
  const isFiltered = query.assignee !== undefined || query.enquiryStatus !== undefined
  if (!isFiltered) return <Notice icon="inbox" title="All done" />
  return (
    <Notice
      icon="inbox"
      title="Nothing here"
      action={
        <Button color="inherit" variant="outlined" onClick={onAllShown}>
          Show the whole queue
        </Button>
      }
    />
  )
}

function QueueSkeleton() {
  return (
    <Box component="output" aria-label="Loading the queue" sx={{ display: 'block' }}>
      {[1, 2, 3, 4].map((row) => (
        <Box key={row} sx={{ p: 2, display: 'grid', gap: 0.5, borderBottom: 1, borderColor: 'divider' }}>
          <Skeleton variant="text" width="40%" />
          <Skeleton variant="text" />
          <Skeleton variant="rounded" width="35%" height={listSizes.target} />
        </Box>
      ))}
    </Box>
  )
}
