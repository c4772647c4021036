import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import type { KeyboardEvent } from 'react'
import { LoadFailed } from '#web/components/notices/LoadFailed.tsx'
import { Notice } from '#web/components/notices/Notice.tsx'
import { RetryAlert } from '#web/components/notices/RetryAlert.tsx'
import { sizes } from '#web/theme/sizes.ts'
import type { InboxView } from './notificationApi.ts'
import { NotificationItem } from './NotificationItem.tsx'
import type { useInbox } from './useInbox.ts'

interface NotificationListProps {
  inbox: ReturnType<typeof useInbox>
  view: InboxView
  userId: string
  isPhone: boolean
  onAllAsked: () => void
  onClosed: () => void
}

export function NotificationList({ inbox, view, userId, isPhone, onAllAsked, onClosed }: NotificationListProps) {
  const { shown, error, isFetching, isFetchingNextPage, hasNextPage } = inbox
  const maxHeight = isPhone ? undefined : sizes.inbox.list
  if (!shown && error && !isFetching)
    return <LoadFailed what="The notifications" failure={error} onRetry={inbox.refetch} />
  if (!shown) return <ListSkeleton />
  if (shown.length === 0 && !hasNextPage) return <Empty view={view} onAllAsked={onAllAsked} />
  return (
    <Box sx={{ flexGrow: 1, overflowY: 'auto', maxHeight }}>
      <Box
        component="ul"
        aria-label={view === 'unread' ? 'Unread notifications' : 'All notifications'}
        onKeyDown={moveByKey}
        sx={{ listStyle: 'none', m: 0, p: 0 }}
      >
        {shown.map((each) => (
          <NotificationItem
            key={each._id}
            notification={each}
            userId={userId}
            onMarked={inbox.mark}
            onOpened={onClosed}
          />
        ))}
      </Box>
      {error && !isFetching && (
        <Box sx={{ p: 2 }}>
          <RetryAlert message="Could not be loaded" onRetry={inbox.refetch} />
        </Box>
      )}
      {hasNextPage && (
        <Box sx={{ p: 1, display: 'grid', justifyItems: 'center' }}>
          <Button color="inherit" loading={isFetchingNextPage} onClick={() => void inbox.fetchNextPage()}>
            Show earlier
          </Button>
        </Box>
      )}
    </Box>
  )
}

/** The arrow keys go from one notification to the next, past its button. */
function moveByKey(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step || event.altKey || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  const items = [...event.currentTarget.children]
  const at = items.findIndex((item) => item.contains(document.activeElement))
  items[at + step]?.querySelector('a')?.focus()
}

interface EmptyProps {
  view: InboxView
  onAllAsked: () => void
}

function Empty({ view, onAllAsked }: EmptyProps) {
  if (view === 'all') {
    return (
      <Box sx={aroundNotice}>
        <Notice isInCard icon="bell" title="No notifications yet">
          When someone mentions you, assigns an enquiry to you or replies to you, you find it here.
        </Notice>
      </Box>
    )
  }
  return (
    <Box sx={aroundNotice}>
      <Notice
        isInCard
        icon="circle-check"
        title="You are up to date"
        action={
          <Button variant="outlined" color="inherit" onClick={onAllAsked}>
            Show all notifications
          </Button>
        }
      >
        There are no unread notifications.
      </Notice>
    </Box>
  )
}

const aroundNotice = { flexGrow: 1, display: 'grid', alignContent: 'center', px: 3, py: 5 } as const

function ListSkeleton() {
  return (
    <Box component="output" aria-label="Loading notifications" sx={{ display: 'block', py: 1 }}>
      {[70, 85, 60].map((width) => (
        <Box key={width} sx={{ display: 'flex', gap: 1.5, px: 2, py: 1 }}>
          <Skeleton variant="circular" width={sizes.avatar.medium} height={sizes.avatar.medium} />
          <Box sx={{ flexGrow: 1 }}>
            <Skeleton variant="text" width={`${width}%`} />
            <Skeleton variant="text" width="40%" />
          </Box>
        </Box>
      ))}
    </Box>
  )
}
