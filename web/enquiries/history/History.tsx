import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { Icon } from '#web/components/icons/Icon.tsx'
import { RetryAlert } from '#web/components/notices/RetryAlert.tsx'
import { useIsAboutEnquiry } from '#web/enquiries/enquiryNumber.ts'
import { useRefetchOn } from '#web/events/useRefetchOn.ts'
import { sizes } from '#web/theme/sizes.ts'
import { useGetHistoryInfiniteQuery } from './historyApi.ts'
import { HistoryItem } from './HistoryItem.tsx'

interface HistoryProps {
  enquiryId: string
  level: 'h2' | 'h3'
}

/** The changes to an enquiry, which are listed on request. */
export function History({ enquiryId, level }: HistoryProps) {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  return (
    <section aria-labelledby={`${id}title`}>
      <Typography component={level} variant="subtitle2">
        <ButtonBase
          id={`${id}title`}
          aria-expanded={isOpen}
          aria-controls={`${id}entries`}
          onClick={() => setIsOpen(!isOpen)}
          sx={{ font: 'inherit', gap: 0.5, minHeight: sizes.navItem, borderRadius: 0.5 }}
        >
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size="small" />
          History
        </ButtonBase>
      </Typography>
      <div id={`${id}entries`}>{isOpen && <Entries enquiryId={enquiryId} />}</div>
    </section>
  )
}

type EntriesProps = Pick<HistoryProps, 'enquiryId'>

/** Newest first. */
function Entries({ enquiryId }: EntriesProps) {
  const history = useGetHistoryInfiniteQuery(enquiryId, { refetchOnMountOrArgChange: true })
  const isAbout = useIsAboutEnquiry(enquiryId)
  useRefetchOn((event) => event.subject === 'user' || (event.subject === 'enquiry' && isAbout(event)), history)
  const entries = history.data?.pages.flatMap(({ docs }) => docs)
  return (
    <>
      {!entries && !history.error && <HistorySkeleton />}
      {history.error && <RetryAlert message="The history could not be loaded" onRetry={history.refetch} />}
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
    </>
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
