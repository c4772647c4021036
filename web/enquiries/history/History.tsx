import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { isFailure } from '#web/api/errors.ts'
import { RetryAlert } from '#web/components/notices/RetryAlert.tsx'
import { useIsAboutEnquiry } from '#web/enquiries/enquiryNumber.ts'
import { useRefetchOn } from '#web/events/useRefetchOn.ts'
import { sizes } from '#web/theme/sizes.ts'
import { useGetHistoryInfiniteQuery } from './historyApi.ts'
import { HistoryItem } from './HistoryItem.tsx'

interface HistoryProps {
  enquiryId: string
  level?: 'h2' | 'h3'
}

/** Lists the changes to an enquiry, newest first. */
export function History({ enquiryId, level = 'h2' }: HistoryProps) {
  const titleId = useId()
  const history = useGetHistoryInfiniteQuery(enquiryId, { refetchOnMountOrArgChange: true })
  const isAbout = useIsAboutEnquiry(enquiryId)
  useRefetchOn((event) => event.subject === 'user' || (event.subject === 'enquiry' && isAbout(event)), history)
  const entries = history.data?.pages.flatMap(({ docs }) => docs)
  return (
    <section aria-labelledby={titleId}>
      <Typography id={titleId} component={level} variant={level === 'h2' ? 'h6' : 'subtitle2'} sx={{ mb: 2 }}>
        History
      </Typography>
      {!entries && !history.error && <HistorySkeleton />}
      {history.error && (
        <RetryAlert
          message={isFailure(history.error) ? history.error.message : 'The history could not be loaded'}
          onRetry={() => void history.refetch()}
        />
      )}
      {entries && (
        <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {entries.map((activity, index) => (
            <HistoryItem key={activity._id} activity={activity} isLast={index === entries.length - 1} />
          ))}
        </Box>
      )}
      {history.hasNextPage && (
        <Button
          size="small"
          color="inherit"
          loading={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
          sx={{ mt: 2 }}
        >
          Show earlier changes
        </Button>
      )}
    </section>
  )
}

function HistorySkeleton() {
  return (
    <Box component="output" aria-label="Loading history" sx={{ display: 'grid', gap: 2 }}>
      {[1, 2].map((line) => (
        <Box key={line} sx={{ display: 'flex', gap: 1.5 }}>
          <Skeleton variant="circular" width={sizes.avatar.small} height={sizes.avatar.small} />
          <Skeleton variant="text" sx={{ flexGrow: 1, maxWidth: sizes.reading }} />
        </Box>
      ))}
    </Box>
  )
}

interface HistoryCardProps {
  enquiryId: string
}

export function HistoryCard({ enquiryId }: HistoryCardProps) {
  return (
    <Card sx={{ maxWidth: sizes.form, mt: 3, p: { xs: 2.5, sm: 4 } }}>
      <History enquiryId={enquiryId} />
    </Card>
  )
}
